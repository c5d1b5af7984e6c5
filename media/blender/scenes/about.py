"""About: the yard at evening. Dozer, excavator and truck parked by the farmhouse, barn behind, shallow model depth of field.

2560x1104, for the whole width of a page; 56 samples for the depth of field.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *

reset(91)
X0, X1, Y0, Y1, BASE = -10.8, 11.4, -4.5, 5.4, -1.7
PILES = [(10.1, 2.2, 1.1, 1.0, 0.95, 0.5), (2.55, 4.0, 1.2, 0.9, 0.9, 0)]  # x, y, rx, ry, height, cover


def f(x, y):
    z = 0.08 * fbm(x, y, 0.22)
    cover = 1.0
    e = math.hypot((x - 1.0) / 9.2, (y + 1.15) / 2.75) - 0.10 * fbm(x, y, 0.9)
    lane = abs(y + 1.9 + 0.05 * (x - 6)) - 1.3 - 0.15 * fbm(x, y, 1.2) if x > 4 else 1
    pad = max(abs(x - 6.45) - 1.9, abs(y - 0.6) - 1.6) - 0.15 * fbm(x, y, 1.1)
    if e < 1 or lane < 0 or pad < 0:
        z *= 0.4
        cover = 0.5
    elif e < 1.05:
        cover = 0
    for cx, cy, rx, ry, h, c in PILES:
        m = mound(x, y, cx, cy, rx, ry, h)
        if m > 0.02:
            z += m
            cover = c
    return z, cover


g = Ground(
    f,
    X0,
    X1,
    Y0,
    Y1,
    BASE,
    res=0.07,
    rough=0.02,
    material=strata_mat(
        [(-0.3, 'topsoil'), (-0.85, 'loam'), (-1.3, 'clay'), (-9, 'sand')],
        zmin=BASE,
        lenses=[(3.6, -1.0, 1.4, 0.10)],
        wet=0.7,
    ),
)
gravel_lens(g, 3.6, -1.0, 1.4, 0.10)
fin = stone_mat('washed', '#8F8676', '#CFC5B2')
scatter_stones(g, 9000, lambda x, y: g.f(x, y)[1] == 0.5, (0.018, 0.042), fin, 0.3)
scatter_stones(g, 1500, lambda x, y: math.hypot((x - 10.1) / 1.1, (y - 2.2) / 1.0) < 0.98, (0.03, 0.06), fin, 0.2)
scatter_stones(
    g, 260, lambda x, y: g.f(x, y)[1] == 0 and y > 2.5, (0.03, 0.09), stone_mat('clods', '#4E3826', '#8A6440'), 0.3
)
face_stones(g, 240, (-1.65, -1.3), (0.03, 0.1), faces='flr')
roots(g, 34, 'fr', (0.25, 0.7), near=(-9.6, -8.2, -6.4))
farmhouse((-6.7, 2.75, -0.1), 4.9, 3.3, 2.6, lit=True, porch=True)
KEEP_OUT.append((-9.0, -4.4, -0.2, 1.4))
farmhouse((6.3, 3.65, -0.1), 4.9, 3.0, 2.7, siding='#7A2E22', roof='#575B5D', garage=True)
grass(g, 460)
# --- the fleet, parked
paint(mud=0.7)
dozer((-6.3, -2.2, 0.0), -12, crew=False)
b, st = exc_ik(2.75, 0.80)
excavator((8.4, -1.7, 0.0), heading=186, swing=34, boom=b, stick=st, bucket=-142, crew=False)
triaxle((-0.6, 1.35, 0.0), -50, cargo=None, crew=False)
# --- about the yard: risers, pipe, coil of drain tile, spare bucket, split-rail fence, yard light
conc = mat('concrete', 'concrete', 0.85, var=0.10, bump=0.25, bscale=30)
pvc = mat('pvc', 'pvc', 0.35, var=0.03)
wood = mat('wood', 'wood', 0.8, var=0.2, vscale=8)
blk = mat('tile_pipe', '#232526', 0.5, var=0.1)
D = dark()


def ring(x, y, z, r=0.38, h=0.34, m=conc):
    prism(
        [(math.cos(a) * r, math.sin(a) * r) for a in [k * math.pi / 18 for k in range(37)]]
        + [(math.cos(a) * r * 0.78, math.sin(a) * r * 0.78) for a in [k * math.pi / 18 for k in range(36, -1, -1)]],
        h,
        m,
        (x, y, z + h / 2),
        0,
        plane='XY',
    )


for x, y, n in ((10.75, 0.2, 3), (10.7, 1.05, 2)):
    for k in range(n):
        ring(x, y, 0.02 + k * 0.355)
for k in range(4):
    box((0.09, 1.0, 0.10), (-0.9 + k * 0.82, -3.75, 0.06), wood, 0.01, 1)
for j, n in enumerate((6, 5, 4)):
    for k in range(n):
        cyl(0.085, 3.0, (0.35, -3.75 + (k - (n - 1) / 2) * 0.172, 0.20 + j * 0.15), pvc, 'X', seg=24)
        cyl(
            0.062,
            3.01,
            (0.35, -3.75 + (k - (n - 1) / 2) * 0.172, 0.20 + j * 0.15),
            mat('bore', '#55524A', 0.9),
            'X',
            seg=20,
        )
for k in range(4):
    tube(
        [
            (-9.3 + 0.5 * math.cos(a), -0.55 + 0.5 * math.sin(a), 0.08 + k * 0.125)
            for a in [2 * math.pi * q / 36 for q in range(36)]
        ],
        0.066,
        blk,
        cyclic=True,
    )
for i in range(5):
    y = -4.15 + i * 1.35
    z = g.z(-10.5, y)
    box((0.12, 0.12, 1.1), (-10.5, y, z + 0.45), wood, 0.02, 1)
for z in (0.42, 0.78):
    box((0.06, 5.6, 0.10), (-10.5, -1.45, z), wood, 0.015, 1)
px, py = 1.0, 4.3
tube([(px, py, 0), (px, py, 4.2), (px, py - 0.7, 4.45)], 0.05, D)
box((0.22, 0.36, 0.10), (px, py - 0.8, 4.42), D, 0.02, 1)
sphere(0.10, (px, py - 0.8, 4.34), mat('bulb', '#FFD08A', 0.3, emit=14))
point((px, py - 0.8, 4.1), 170, '#FFC070', 0.15)
for x in (-8.0, -5.4):
    point((x, 0.75, 1.9), 22, '#FFB765', 0.2)
cyl(0.06, 0.14, (-6.7, 1.0, 2.2), mat('porch', '#FFD9A0', 0.3, emit=10))
point((-6.7, 0.75, 2.05), 45, '#FFC070', 0.1)
tree('oak', 5.2, 3).location = (-9.3, 4.5, -0.05)
tree('maple', 4.2, 8, ('#A8662A', '#D9A03C')).location = (-9.7, 1.6, -0.05)
tree_pine(5.4, seed=6).location = (3.4, 5.0, -0.05)
tree_pine(4.8, seed=4).location = (-4.0, 5.2, -0.05)
tree('birch', 4.4, 11).location = (10.6, 4.6, -0.05)
tree_pine(3.6, seed=15).location = (9.5, 4.9, -0.05)
for x, y, s in ((-8.9, 0.35, 0.22), (-4.1, 0.75, 0.2), (-3.8, 1.7, 0.24), (10.9, -3.7, 0.2)):
    shrub(x, y, s)
worker((-2.75, -1.55, g.z(-2.75, -1.55)), 10, 'stand', **SECOND)
worker((-1.75, -1.2, g.z(-1.75, -1.2)), -120, 'stand', vest='#C9CE3F')
worker((-1.85, -2.3, g.z(-1.85, -2.3)), 110, 'hold', hat='#41506A', tool='shovel')
backdrop(BASE, '#EBDDC2')
light(sun_az=-134, sun_el=14, sun=4.1, sun_col='#FFC489', sky='#C2D2E4', horizon='#F6DDB8', strength=0.85, angle=3)
camera(az=-73, el=18, dist=44, target=(0.3, 0.1, 0.75), lens=58, fstop=0.35, focus=-2.0)
setup((2560, 1104), spp=56, exposure=0.42)
render('about')
