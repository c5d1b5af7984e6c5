"""GPS dozer work: blade on grade, GNSS masts, finished pad behind, glowing design surface over rough ground.

Cut out. Measured: 1280x960, 48 samples; 427 s on one thread of a busy 2-core machine without a GPU.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *

reset(31)
X0, X1, Y0, Y1, BASE = -7.0, 7.4, -4.2, 4.4, -2.2


def rough_h(x, y):
    return 0.55 + 0.55 * fbm(x, y, 0.33, 3) + 0.18 * fbm(x, y, 1.3)


def f(x, y):
    k = (
        smooth01((x - 2.55 - 0.35 * fbm(x, y, 0.8)) / 1.2)
        if abs(y) < 2.0
        else smooth01((x + 0.6 - 0.5 * fbm(x, y, 0.6)) / 1.8)
    )
    back = smooth01((y - 2.9) / 0.9)
    k = max(k, back)
    z = k * max(0.05, rough_h(x, y))
    cover = 1.0 if k > 0.82 and fbm(x, y, 0.7) > -0.28 else 0
    if abs(y) < 1.75:
        roll = math.exp(-(((x - 3.1) / 0.42) ** 2))
        z += 0.85 * roll * (1 + 0.3 * fbm(x, y, 2)) * (1 - (y / 1.9) ** 2)
        if roll > 0.05:
            cover = 0
    if x < 2 and k < 0.05:
        z += 0.012 * math.sin(y * 26) * (abs(y) < 1.9)  # track / blade marks
    return z, (0.5 if (k < 0.02 and x < -3.6 + 0.3 * fbm(x, y, 0.8)) else cover)


LENS = [(-3.6, -1.05, 1.4, 0.11), (4.9, -0.75, 1.0, 0.10)]
g = Ground(
    f,
    X0,
    X1,
    Y0,
    Y1,
    BASE,
    res=0.06,
    rough=0.02,
    material=strata_mat(
        [(-0.05, 'loam'), (-0.55, 'loam'), (-1.2, 'clay'), (-9, 'sand')], zmin=BASE, lenses=LENS, wet=0.9
    ),
)
scatter_stones(
    g,
    700,
    lambda x, y: g.f(x, y)[1] == 0 and g.f(x, y)[0] > 0.12,
    (0.03, 0.13),
    stone_mat('clods', '#4E3826', '#8A6440'),
    0.3,
)
scatter_stones(
    g, 3000, lambda x, y: g.f(x, y)[1] == 0.5, (0.025, 0.06), stone_mat('washed', '#8E8778', '#CFC6B5'), 0.2
)
face_stones(g, 340, (-2.15, -1.3), (0.03, 0.11), faces='flr')
for l in LENS:
    gravel_lens(g, *l)
roots(g, 44, 'fr', (0.3, 0.9), near=(2.2, 3.4, 5.0, 6.4), skip=lambda x, z: x < 1.2)
grass(g, 430)
paint(mud=0.9)
machine = dozer((0.2, 0, 0.01), 0)
tree_pine(5.0, seed=4).location = (-5.6, 3.6, 0.3)
tree_pine(4.2, seed=9).location = (-4.2, 3.9, 0.3)
tree('oak', 4.8, 3).location = (5.6, 3.2, 0.4)
tree('birch', 4.0, 8).location = (-6.4, 2.9, 0.2)
tree('pine', 4.6, 5).location = (3.3, 3.8, 0.4)
# design surface: thin luminous grid at finished grade + crossfall, drawn over the ungraded side
ln = mat('design', '#1FB5A8', 0.4, emit=0.7)
zf = lambda x, y: 1.12 - 0.012 * x
for i in range(6):
    x = 3.7 + i * 0.66
    tube([(x, -3.9, zf(x, 0)), (x, 1.9, zf(x, 0))], 0.011, ln)
for j in range(10):
    y = -3.9 + j * 0.644
    tube([(3.7, y, zf(3.5, y)), (7.0, y, zf(7.1, y))], 0.011, ln)
wood = mat('wood', 'wood', 0.8, var=0.2)
pk = mat('ribbon', '#FF4F7B', 0.6, emit=0.2)
for x, y in ((-6.3, -3.7), (-2.6, -3.7), (1.2, -3.7), (-6.3, 2.3), (4.9, -3.8)):
    z = g.z(x, y)
    box((0.06, 0.03, 1.0), (x, y, z + 0.45), wood, 0.005, 1)
    box((0.065, 0.05, 0.16), (x, y, z + 0.86), pk, 0.01, 1)
    tube([(x, y, z + 0.80), (x + 0.14, y - 0.03, z + 0.72), (x + 0.22, y, z + 0.58)], 0.015, pk, smooth=True)
# base station on tripod
bx, by = -4.6, -2.5
W = mat('gnss', '#F7F5EF', 0.3, var=0.02)
for a in (0, 2.09, 4.19):
    tube(
        [(bx, by, 1.45), (bx + 0.45 * math.cos(a), by + 0.45 * math.sin(a), 0)], 0.025, mat('tripod', '#D9A21B', 0.4)
    )
cyl(0.05, 0.35, (bx, by, 1.6), dark())
cyl(0.17, 0.10, (bx, by, 1.80), W, bevel=0.03, seg=36)
cyl(0.175, 0.03, (bx, by, 1.76), mat('teal', '#1F7A7A', 0.4), seg=36)
sphere(0.16, (bx, by, 1.84), W, None, (1, 1, 0.5))
worker((-6.0, 0.3, g.z(-6.0, 0.3)), -20, 'hold', tool='rod')
table = backdrop(BASE)
light(sun_az=-122, sun_el=33)
if CLOSE:
    camera(az=-37, el=18, dist=10.2, target=(1.4, -0.3, 1.0), lens=50, fstop=0.6)
else:
    camera(az=-50, el=24, dist=38, target=(0.25, 0.1, 0.25), lens=70)
setup(spp=48, exposure=0.25)
if not CLOSE:
    cutout(table)
marks(
    'dozer',
    [
        (machine['blade'], (-0.06, -1.45, 2.95)),
        (bx, by, 1.84),
        (5.3, -1.0, zf(5.3, 0)),
        (6.2, -4.2, 0.35),
        (-1.9, -1.6, 0.0),
        (-4.3, 1.5, 0.05),
    ],
)
render('dozer')
