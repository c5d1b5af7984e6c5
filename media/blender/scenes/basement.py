"""Basement excavation: sloped over-dig in section, spread footings, poured walls, drain tile in stone, excavator on the bench.

VARIANT=lawn closes the ground: backfilled, a Cape on its walls, the lawn falling away from it.

1600x1200, cut out. Measured: 1280x960, 60 samples; 873 s on one thread of a very busy 2-core machine without a GPU (estimated 230 s on a quiet one, from its preview).
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *

reset(41)
X0, X1, Y0, Y1, BASE = -7.0, 7.2, -3.9, 4.9, -3.5
FL = -2.35  # dig depth
wx0, wx1, wy, T, zt = -4.35, 1.35, 0.55, 0.26, 0.28  # wall outer faces, back wall, thickness, top
YF = -2.85 if LAWN else Y0 - 0.02  # front of the side walls: the cut, or the house's front


def f(x, y):
    z = 0.09 * fbm(x, y, 0.25)
    if LAWN:  # graded away from the house
        d = max(wx0 - x, x - wx1, YF - y, y - wy, 0)
        return z + 0.09 * (1 - smooth01(d / 2.2)), 1.0
    cover = 1.0
    p = pit(x, y, -6.5, 3.5, Y0 - 2, 2.5, 1.75, 0.10)  # sides sloped back, about 3/4 to 1
    if p > 0:
        z = z * (1 - p) + FL * p
        cover = 1 if p < 0.02 else 0
    if p > 0.985:
        cover = 0.5
    m = mound(x, y, -3.9, 3.95, 2.6, 0.98, 1.1)
    if m > 0.02 and p < 0.05:
        z += m
        cover = 0
    if cover == 1 and math.hypot((x - 5.2) / 2.3, (y - 2.2) / 3.2) < 1 + 0.2 * fbm(x, y, 1.1):
        cover = 0
    return z, cover


LENS = [(5.2, -1.55, 1.2, 0.12), (-6.4, -1.3, 0.5, 0.09)]
g = Ground(f, X0, X1, Y0, Y1, BASE, material=strata_mat(zmin=BASE, lenses=LENS))
conc = mat('concrete', 'concrete', 0.85, var=0.10, bump=0.22, bscale=26)
cl = mat('concrete_lt', '#CFC9BD', 0.8, var=0.08, bump=0.2, bscale=20)
tar = mat('damp', '#2B2C2E', 0.55, var=0.15)
wood = mat('wood', 'wood', 0.8, var=0.2, vscale=8)
zb = FL + 0.30
hw = zt - zb
yc = (YF + wy) / 2
ly = wy - YF
for x in (wx0, wx1):
    box((0.614, ly + 0.19, 0.306), (x + (T / 2 if x == wx0 else -T / 2), yc + 0.1, FL + 0.15), conc, 0.015)
    box((T - 0.004, ly - 0.004, hw + 0.004), (x + (T / 2 if x == wx0 else -T / 2), yc, zb + hw / 2), cl, 0.012)
box((wx1 - wx0 + 0.36, 0.62, 0.30), ((wx0 + wx1) / 2, wy - T / 2, FL + 0.15), conc, 0.015)
box((wx1 - wx0, T, hw), ((wx0 + wx1) / 2, wy - T / 2, zb + hw / 2), cl, 0.012)
box((0.02, ly, hw - 0.35), (wx0 - 0.012, yc, zb + hw / 2 - 0.17), tar, 0.004, 1)
box((0.02, ly, hw - 0.35), (wx1 + 0.012, yc, zb + hw / 2 - 0.17), tar, 0.004, 1)
box((wx1 - wx0, 0.16, 0.05), ((wx0 + wx1) / 2, wy - T / 2, zt + 0.025), wood, 0.008, 1)  # sill plate
for x in (wx0 + T / 2, wx1 - T / 2):
    box((0.156, ly - 0.004, 0.054), (x, yc, zt + 0.025), wood, 0.008, 1)
for k in range(9):  # form-tie dimples and pour lines on the back wall
    x = wx0 + 0.5 + k * 0.59
    for z in (-1.6, -0.95, -0.3):
        cyl(0.025, 0.02, (x, wy - T - 0.005, z), tar, 'Y', seg=12)
for z in (-1.28, -0.62):
    box((wx1 - wx0 - 2 * T, 0.006, 0.012), ((wx0 + wx1) / 2, wy - T - 0.002, z), conc, 0.001, 1)
wl = mat('win', '#22303A', 0.08, var=0.1)
for x in (-3.2, 0.2):
    box((0.95, 0.30, 0.50), (x, wy - T / 2, -0.10), mat('trim', '#FBF8F0', 0.6, var=0.02), 0.01, 1)
    box((0.82, 0.32, 0.38), (x, wy - T / 2, -0.10), wl, 0.005, 1)
pvc = mat('pvc', 'pvc', 0.35, var=0.03)
tube(
    [
        (wx0 - 0.42, Y0 - 0.05, FL + 0.12),
        (wx0 - 0.42, wy + 0.42, FL + 0.12),
        (wx1 + 0.42, wy + 0.42, FL + 0.12),
        (wx1 + 0.42, Y0 - 0.05, FL + 0.12),
    ],
    0.075,
    pvc,
)
W = stone_mat('washed', '#8E8778', '#D2CABB')
P = []
for _ in range(3400):
    s = random.random()
    r = random.uniform(0.03, 0.075)
    if s < 0.38:
        x, y = wx0 - 0.42 + random.gauss(0, 0.16), random.uniform(Y0, wy + 0.6)
    elif s < 0.76:
        x, y = wx1 + 0.42 + random.gauss(0, 0.16), random.uniform(Y0, wy + 0.6)
    else:
        x, y = random.uniform(wx0 - 0.5, wx1 + 0.5), wy + 0.42 + random.gauss(0, 0.14)
    d = min(
        abs(x - wx0 + 0.42), abs(x - wx1 - 0.42), abs(y - wy - 0.42) if wx0 - 0.5 < x < wx1 + 0.5 else 9
    )  # the tile shows on top of its bed, covered towards the back
    P.append(
        (
            x,
            y,
            FL + 0.04 + random.random() * (0.10 if d < 0.12 and y < -1.2 else 0.20),
            r * (0.8 if d < 0.12 and y < -1.2 else 1),
        )
    )
for _ in range(3600):
    P.append(
        (
            random.uniform(wx0 + 0.3, wx1 - 0.3),
            random.uniform(Y0, wy - 0.3),
            FL + 0.07 + random.random() * 0.05,
            random.uniform(0.03, 0.07),
        )
    )
stones(P, W)
reb = mat('rebar', '#6B4A38', 0.6, metal=0.6, var=0.2)
for k in range(9):
    cyl(0.014, 0.55, (wx0 + 0.45 + k * 0.6, wy - T / 2, zt + 0.22), reb, seg=8)
# sump crock, ladder, column pads
cyl(0.34, 0.10, (0.55, -0.35, FL + 0.17), mat('sump', '#2A2B2C', 0.6), bevel=0.02, seg=36)
cyl(0.26, 0.05, (0.55, -0.35, FL + 0.21), mat('sump_in', '#15171A', 0.4), seg=36)
tube([(0.55, -0.35, FL + 0.2), (0.55, -0.35, FL + 1.1)], 0.035, pvc)
for x in (-2.6, -0.4):
    box((0.8, 0.8, 0.26), (x, -1.7, FL + 0.16), conc, 0.02)
    cyl(0.06, 1.9, (x, -1.7, FL + 1.2), mat('post', '#A63A2A', 0.45), seg=20)
    box((0.25, 0.25, 0.03), (x, -1.7, FL + 2.15), dark(), 0.005, 1)
    box((0.3, 0.3, 0.03), (x, -1.7, FL + 0.30), dark(), 0.005, 1)
beam = mat('beam', '#4A4743', 0.5, var=0.15)
for w, h, z in ((0.16, 0.03, 2.18), (0.02, 0.20, 2.285), (0.16, 0.03, 2.39)):
    box((wx1 - wx0 - 2 * T, w, h), ((wx0 + wx1) / 2, -1.7, FL + z), beam, 0.004, 1)
for y in (-3.4, -0.5):  # braces, until the floor above holds the walls
    for x, s in ((wx0 + T, 1), (wx1 - T, -1)):
        tube([(x, y, zt - 0.35), (x + s * 1.25, y, FL + 0.12)], 0.05, wood)
for s in (-0.2, 0.2):
    tube(
        [(-1.5 + s, -0.15, FL + 0.12), (-1.5 + s, 0.25, 0.95)], 0.028, mat('alu', '#B9BCBE', 0.35, metal=1, var=0.05)
    )
for k in range(10):
    t = k / 10 + 0.05
    tube(
        [(-1.7, -0.15 + 0.4 * t, FL + 0.12 + 3.2 * t), (-1.3, -0.15 + 0.4 * t, FL + 0.12 + 3.2 * t)],
        0.018,
        mat('alu', '#B9BCBE', 0.35, metal=1, var=0.05),
    )
for i in range(0 if LAWN else 6):  # lumber
    for j in range(4):
        box(
            (1.9, 0.19, 0.05),
            (5.6, -2.9 + j * 0.2, 0.16 + g.z(5.6, -2.9) + i * 0.06),
            wood,
            0.006,
            1,
            (0, 0, random.uniform(-0.02, 0.02)),
        )
scatter_stones(g, 420, lambda x, y: g.f(x, y)[1] == 0, (0.03, 0.11), stone_mat('clods', '#4E3826', '#8A6440'), 0.3)
face_stones(g, 420, (-3.45, -2.65), (0.03, 0.12), faces='flr')
face_stones(g, 60, (-2.3, -0.5), (0.02, 0.06), stone_mat('peb2', '#7A5A3C', '#B08D63'), 'r')
for l in LENS:
    gravel_lens(g, *l)
roots(g, 30, 'fr', (0.35, 1.0), near=(-6.6, 3.6, 4.4, 6.6), skip=lambda x, z: -5.8 < x < 2.9)
if LAWN:
    cape(((wx0 + wx1) / 2, (YF + wy) / 2, 0.03), wx1 - wx0, wy - YF)
grass(g, 480)
if LAWN:
    close(g)
else:
    b, st = exc_ik(4.95, 1.45)
    excavator(
        (5.3, 2.45, 0.02),
        heading=-80,
        swing=-60,
        boom=b,
        stick=st,
        bucket=-168,
        load=mat('stone_loose', '#B3A999', 0.95, var=0.25, vscale=12, bump=0.9, bscale=30),
    )  # stone for the footing drain
tree_pine(5.2, seed=4).location = (-6.3, 2.4, -0.05)
tree('maple', 4.9, 6).location = (-1.0, 4.2, 0)
tree('birch', 4.2, 9).location = (1.3, 4.3, 0)
tree('maple', 3.4, 8).location = (2.9, 4.3, 0)
tree_pine(3.6, seed=16).location = (-6.4, 4.2, 0)
if not LAWN:
    worker((-6.85, -1.4, g.z(-6.85, -1.4)), -60, 'hold', tool='rod')
    worker((-4.7, 2.55, g.z(-4.7, 2.55)), -20, 'signal', **SECOND)
table = backdrop(BASE)
light(sun_az=-122, sun_el=38)
if CLOSE:
    camera(az=-106, el=22, dist=11.7, target=(-1.75, -1.6, -0.9), lens=45, fstop=0.7)
    setup(exposure=0.2)
else:
    camera(az=-74, el=26, dist=36, target=(0.05, -0.1, -0.25), lens=70)
    setup((1600, 1200), spp=28, thr=0.03, least=10, exposure=0.2)
    cutout(table)
marks(
    'basement',
    [
        (-5.65, -2.6, g.z(-5.65, -2.6)),
        (wx0 + T / 2, Y0, FL + 0.12),
        ((wx0 + wx1) / 2 - 1.0, wy - T, -0.55),
        (wx1, -1.6, -0.9),
        (wx1 + 0.42, -2.2, FL + 0.15),
        ((wx0 + wx1) / 2, -2.9, FL + 0.1),
    ],
)
render('basement')
