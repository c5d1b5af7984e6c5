"""Driveway: a truck with its bed raised places base stone on fabric; subgrade, fabric, base and finish stone step back in the
cut. The roller waits before the garage: the lane out, to the right, is free for both.

VARIANT=lawn closes the ground: finish stone from end to end, lawn on both sides.

1600x1200, cut out. Measured: 1280x960, 48 samples; 239-275 s on one thread of a 2-core machine without a GPU.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *

reset(61)
X0, X1, Y0, Y1, BASE = -7.4, 8.2, -4.2, 4.6, -2.2
SUB, HB, HF = -0.72, 0.46, 0.24  # subgrade level, thickness of base and finish
XS, XF, XB, XT = -6.5, -5.35, -4.15, 4.45  # where subgrade, fabric, base and finish begin
YB = -0.85  # back edge of the drive
CY = -2.55  # centre line
YF = Y0 + 0.55 if LAWN else Y0 - 9  # front edge of the drive: beyond the cut, or lawn before it
LENS = [(-2.2, -1.25, 1.5, 0.11), (5.6, -1.45, 1.2, 0.12)]


def layers(x, y):
    """(base, finish) thickness at a point of the drive."""
    if LAWN:
        return HB, HF
    b = HB * smooth01((x - XB + 0.18 * fbm(x, y, 1.2)) / 0.6)
    fz = HF * smooth01((x - XT + 0.15 * fbm(x, y, 1.4)) / 0.5)
    return b, fz


def inside(x, y):
    d = min(9 if LAWN else x - XS, YB - y, y - YF)
    a = min(x - 4.45, 7.35 - x, 2.0 - y, y - YF)  # drive, apron in front of the garage
    return smooth01((max(d, a) + 0.10 * fbm(x, y, 1.3)) / 0.40)


def f(x, y):
    z = 0.07 * fbm(x, y, 0.25)
    cover = 1.0
    k = inside(x, y)
    if k > 0:
        b, fz = layers(x, y)
        zr = SUB + b + fz + 0.012 * fbm(x, y, 3)
        e = smooth01(k * 1.25)
        z = z * (1 - e) + zr * e
        cover = 1 if k < 0.04 else (0.5 if k > 0.75 and (b > 0.06 or fz > 0.05) else 0)
        m = mound(x, y, -3.15, CY, 1.0, 1.35, 0.66)
        if m > 0 and not LAWN:
            z += m
            cover = 0.5
    if not LAWN and k < 0.5 and math.hypot((x + 5.7) / 1.4, (y - 0.45) / 0.95) < 1:
        m = mound(x, y, -5.7, 0.45, 1.4, 0.95, 0.8)
        z += m
        cover = 0 if m > 0.03 else cover  # stripped topsoil
    return z, cover


g = Ground(
    f,
    X0,
    X1,
    Y0,
    Y1,
    BASE,
    res=0.06,
    rough=0.015,
    material=strata_mat(
        [(-0.34, 'topsoil'), (-0.95, 'loam'), (-1.5, 'clay'), (-9, 'sand')], zmin=BASE, lenses=LENS, wet=0.8
    ),
)
base = stone_mat('base', '#5E564A', '#948873')
fin = stone_mat('washed', '#9A9284', '#DAD2C2')
fab = mat('fabric', '#2A2E31', 0.85, var=0.12, vscale=3)
bm_ = mat('base_f', '#6B6254', 0.95, var=0.2, vscale=9, bump=0.6, bscale=25)
fm = mat('fin_f', '#B8AE9D', 0.95, var=0.15, vscale=12, bump=0.6, bscale=30)
# --- the section: front face and right face, a little proud of the soil
top = SUB + HB
prism(
    [(XB - 0.05, SUB), (XB + 0.55, top - 0.008), (X1 + 0.02, top - 0.008), (X1 + 0.02, SUB)],
    0.07,
    bm_,
    (0, Y0 - 0.012, 0),
    0,
    plane='XZ',
)
prism(
    [(XT - 0.02, top), (XT + 0.48, top + HF - 0.008), (X1 + 0.02, top + HF - 0.008), (X1 + 0.02, top)],
    0.07,
    fm,
    (0, Y0 - 0.014, 0),
    0,
    plane='XZ',
)
box((X1 - XF + 0.02, 0.10, 0.055), ((X1 + XF) / 2, Y0 - 0.014, SUB - 0.022), fab, 0.005, 1)
ys = max(Y0, YF - 0.15)  # the right face shows the layers in both pictures
yw = YB + 0.05 - ys
box((0.07, yw, HB), (X1 + 0.004, ys + yw / 2, SUB + HB / 2), bm_, 0)
box((0.07, yw - 0.15, HF), (X1 + 0.006, ys + yw / 2 - 0.07, top + HF / 2), fm, 0)
box((0.10, yw + 0.1, 0.055), (X1 + 0.004, ys + yw / 2 + 0.05, SUB - 0.022), fab, 0.005, 1)
P = []
while not LAWN and len(P) < 1300:
    x, z = random.uniform(XB, X1), random.uniform(SUB + 0.02, top - 0.02)
    if z < SUB + HB * smooth01((x - XB) / 0.6):
        P.append((x, Y0 - 0.045, z, random.uniform(0.035, 0.085)))
P += [
    (X1 + 0.04, random.uniform(ys, YB), random.uniform(SUB + 0.03, top - 0.02), random.uniform(0.035, 0.08))
    for _ in range(230)
]
stones(P, base)
P = []
while not LAWN and len(P) < 700:
    x, z = random.uniform(XT, X1), random.uniform(top + 0.01, top + HF)
    if z < top + HF * smooth01((x - XT) / 0.5):
        P.append((x, Y0 - 0.045, z, random.uniform(0.02, 0.042)))
P += [
    (X1 + 0.04, random.uniform(ys, YB - 0.12), random.uniform(top + 0.01, top + HF), random.uniform(0.02, 0.042))
    for _ in range(430)
]
stones(P, fin)
# --- fabric sheet with its roll, laid ahead of the stone
nx, ny = 30, 26
V, F = [], []
for j in range(ny):
    for i in range(nx):
        x = XF + (XB + 0.5 - XF) * i / (nx - 1)
        y = Y0 - 0.03 + (YB - 0.45 - Y0) * j / (ny - 1)
        V.append((x, y, SUB + 0.022 + 0.012 * fbm(x * 1.5, y * 1.5, 1.3)))
for j in range(ny - 1):
    for i in range(nx - 1):
        a = j * nx + i
        F.append((a, a + 1, a + nx + 1, a + nx))
raw('fabric', V, F, fab)
yl = YB - 0.45 - Y0
cyl(0.17, yl, (XF - 0.08, Y0 + yl / 2, SUB + 0.185), fab, 'Y', bevel=0.01, seg=40)
cyl(0.05, yl + 0.08, (XF - 0.08, Y0 + yl / 2, SUB + 0.185), mat('core', '#8A6A45', 0.9), 'Y', seg=20)
# --- loose stone: base (coarse), finish (small)
road = lambda x, y: inside(x, y) > 0.8
scatter_stones(g, 0 if LAWN else 5200, lambda x, y: road(x, y) and XB + 0.05 < x < XT + 0.45 and y < YB, (0.035, 0.085), base, 0.25)
scatter_stones(g, 16000 if LAWN else 9500, lambda x, y: road(x, y) and (LAWN or x > XT + 0.1), (0.02, 0.048), fin, 0.25)
# --- truck: standing on placed base, tail to the fabric, bed raised, gate open
if not LAWN:
    TX, TZ, BEDA = 0.85, top - 0.02, 41
    triaxle((TX, CY, TZ), 0, bed=BEDA, gate=BEDA + 10, cargo='stone')
    ex, ez = TX - 3.65, TZ + 0.96
    S = []
    for _ in range(900):  # stone sliding off the bed and falling on the pile
        t = random.random()
        y = CY + random.gauss(0, 0.46 + 0.16 * t)
        y = max(CY - 1.0, min(CY + 1.0, y))
        x = ex - 0.42 * t - 0.10 * random.random() + random.gauss(0, 0.05)
        z = ez + 0.10 - 1.05 * t * t - 0.10 * t + random.gauss(0, 0.05)
        if z > g.z(x, y) - 0.02:
            S.append((x, y, z, random.uniform(0.03, 0.07)))
    stones(S, base, 'stream')
    S = []
    for k in range(90):  # strays on the fabric
        a = random.random() * 6.28
        r = 1.0 + abs(random.gauss(0, 0.22))
        x, y = -3.25 + r * 1.05 * math.cos(a), CY + r * 1.3 * math.sin(a)
        if XF < x < -2.4 and Y0 + 0.05 < y < YB - 0.4:
            S.append((x, y, g.z(x, y) + 0.03, random.uniform(0.03, 0.06)))
    stones(S, base, 'spill')
# --- roller before the garage, off the truck's lane; house, garage
if not LAWN:
    roller((5.9, 0.42, top + HF - 0.01), -84, 0.70)
ranch((-2.3, 2.95, -0.1), 4.9, 2.6)
farmhouse((5.85, 3.45, -0.1), 3.4, 2.2, 2.0, roof='#6B5A4C', garage=True)
scatter_stones(
    g,
    420,
    lambda x, y: g.f(x, y)[1] == 0 and not (x > XF - 0.35 and inside(x, y) > 0.3),
    (0.025, 0.08),
    stone_mat('clods', '#4E3826', '#8A6440'),
    0.3,
)
face_stones(g, 280, (-2.15, -1.6), (0.03, 0.11), faces='flr')
face_stones(g, 50, (-1.5, -0.8), (0.02, 0.06), stone_mat('peb2', '#7A5A3C', '#B08D63'), 'flr')
for l in LENS:
    gravel_lens(g, *l)
roots(g, 16, 'fr', (0.3, 0.8), near=(-7.0,), skip=lambda x, z: x > XS - 0.2)
grass(g, 520)
wood = mat('wood', 'wood', 0.8, var=0.2)
pk = mat('ribbon', '#FF4F7B', 0.6, emit=0.2)
for x, y in () if LAWN else ((-6.6, -0.45), (-4.2, -0.45), (-1.6, -0.45), (1.4, -0.45), (3.9, -0.3)):  # stakes
    z = g.z(x, y)
    box((0.05, 0.03, 0.8), (x, y, z + 0.36), wood, 0.005, 1)
    box((0.055, 0.045, 0.14), (x, y, z + 0.70), pk, 0.01, 1)
tree('oak', 4.9, 3).location = (-5.9, 3.7, -0.05)
tree_pine(5.2, seed=5).location = (2.5, 3.7, -0.05)
tree('birch', 3.5, 8).location = (-6.8, 1.4, 0)
for x, y, s in ((-4.2, 1.2, 0.22), (-3.4, 1.25, 0.2), (-0.6, 1.2, 0.2), (3.6, 1.6, 0.2)):
    shrub(x, y, s, -0.40)
# loose stone along the cut edge, so that neither soil nor a bare strip shows between face and surface
if LAWN:
    close(g)
else:
    edge = [(random.uniform(XB + 0.1, XT + 0.2), Y0 + random.uniform(-0.05, 0.07)) for _ in range(620)]
    stones([(x, y, SUB + layers(x, Y0)[0] + 0.012, random.uniform(0.03, 0.062)) for x, y in edge], base, 'edge_base')
    edge = [(random.uniform(XT + 0.1, X1 + 0.02), Y0 + random.uniform(-0.05, 0.07)) for _ in range(620)]
    stones([(x, y, SUB + sum(layers(x, Y0)) + 0.008, random.uniform(0.02, 0.04)) for x, y in edge], fin, 'edge_finish')
if not LAWN:
    worker((-6.0, 1.0, g.z(-6.0, 1.0)), -40, 'signal')
    worker((2.3, 0.1, g.z(2.3, 0.1)), -120, 'hold', tool='rod', **SECOND)
table = backdrop(BASE)
light(sun_az=-122, sun_el=36)
camera(az=-69, el=25, dist=39.5, target=(0.42, -0.15, 0.66), lens=72)
setup((1600, 1200), spp=28, thr=0.03, least=10, exposure=0.2)
cutout(table)
marks(
    'driveway',
    [
        (XS + 0.5, -0.2, SUB),
        (XF + 0.75, CY - 0.7, SUB + 0.05),
        (0.4, Y0, top - 0.1),
        (5.6, Y0, top + HF),
        (5.9, 0.1, 2.2),
    ],
)
render('driveway')
