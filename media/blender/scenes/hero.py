"""Hero, golden hour: excavator loading a dump truck beside a new trench.

1600x1200 with the whole block in frame, cut out; VARIANT=wide gives 1600x900 with room for a headline on the left.

Measured: 60 samples; 212 s (wide, 46 samples: 173 s) on one thread of a quiet 2-core machine without a GPU.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *

reset(71)
X0, X1, Y0, Y1, BASE = -8.4, 9.2, -4.0, 5.2, -2.3
LENS = [(-5.4, -1.42, 1.5, 0.13), (7.2, -1.3, 1.1, 0.11)]


def f(x, y):
    z = 0.12 * fbm(x, y, 0.22)
    cover = 1.0
    p = max(pit(x, y, 0.4, 5.4, Y0 - 1, -1.55, 0.45), 0)
    if p > 0:
        z = z * (1 - p) + p * (-1.4 + 0.10 * fbm(x, y, 1.5))
        cover = 1 if p < 0.02 else 0
    m = mound(x, y, -3.1, -2.2, 2.0, 1.35, 1.05)
    if m > 0.02:
        z += m
        cover = 0
    if cover == 1 and (
        math.hypot((x - 1.2) / 4.2, (y - 0.9) / 2.1) < 1 + 0.2 * fbm(x, y, 1.1)
        or abs(y - 1.0 - 0.25 * (x - 5)) < 1.5 + 0.2 * fbm(x, y, 1.3)
        and x > 2
    ):
        cover = 0
    return z, cover


g = Ground(
    f,
    X0,
    X1,
    Y0,
    Y1,
    BASE,
    res=0.07,
    material=strata_mat(
        [(-0.3, 'topsoil'), (-1.0, 'loam'), (-1.7, 'clay'), (-9, 'sand')], zmin=BASE, lenses=LENS, wet=0.9
    ),
)
scatter_stones(g, 620, lambda x, y: g.f(x, y)[1] == 0, (0.03, 0.11), stone_mat('clods', '#4E3826', '#8A6440'), 0.3)
face_stones(g, 380, (-2.25, -1.75), (0.03, 0.11), faces='flr')
for l in LENS:
    gravel_lens(g, *l)
roots(g, 34, 'fr', (0.3, 0.9), near=(-7.4, -6.2, 7.4), skip=lambda x, z: -0.2 < x < 6.0)
farmhouse((-4.9, 3.1, -0.12), 4.4, 3.0, 2.4)
grass(g, 480)
paint(mud=1)
b, st = exc_ik(3.75, 3.65)
excavator(
    (0.6, 0.75, 0.02), heading=0, swing=15, boom=b, stick=st, bucket=-150, load=True
)  # bucket over the bed, never over the cab
triaxle((5.75, 2.2, 0.03), 12)
tree_pine(5.6, seed=4).location = (-7.6, 2.2, -0.05)
tree_pine(4.4, seed=9).location = (-7.5, 4.3, -0.05)
tree('oak', 5.2, 3).location = (-1.5, 4.4, 0)
tree('maple', 4.3, 8).location = (1.3, 4.7, 0)
tree_pine(4.6, seed=15).location = (3.0, 4.7, 0)
tree('birch', 4.0, 11).location = (7.8, 4.5, 0)
for x, y, s in (
    (-6.3, 1.3, 0.22),
    (-3.6, 1.35, 0.22),
    (-2.5, 1.6, 0.2),
    (-7.4, -1.8, 0.2),
    (8.3, -2.8, 0.2),
    (7.3, -3.4, 0.16),
):
    shrub(x, y, s)
wood = mat('wood', 'wood', 0.8, var=0.2)
pk = mat('ribbon', '#FF4F7B', 0.6, emit=0.2)
for x, y in ((0.0, -3.6), (5.9, -3.6), (5.9, -1.3), (0.0, -1.5)):
    z = g.z(x, y)
    box((0.05, 0.03, 0.9), (x, y, z + 0.4), wood, 0.005, 1)
    box((0.055, 0.045, 0.15), (x, y, z + 0.78), pk, 0.01, 1)
worker((-5.2, -2.3, g.z(-5.2, -2.3)), 20, 'hold', tool='rod')
worker((6.9, -0.9, g.z(6.9, -0.9)), 150, 'signal', **SECOND)
table = backdrop(BASE, '#EBD9BC')
light(sun_az=-142, sun_el=21, sun=4.2, sun_col='#FFC489', sky='#C2D2E4', horizon='#F6DDB8', strength=0.85, angle=2.5)
if WIDE:
    camera(az=-64, el=19, dist=47, target=(0.4, 0.3, 0.55), lens=58, shift=(-0.145, 0.0))
    setup((1600, 900), exposure=0.35)
    render('hero-wide')
else:
    camera(az=-64, el=19, dist=48.5, target=(0.5, 0.2, 0.35), lens=76)
    setup((1600, 1200), spp=36, thr=0.02, least=12, exposure=0.35)
    cutout(table)
    render('hero')
