"""An excavator digging on its own rise of ground, cut out. The footer's grass covers the lowest fifth of the picture.

1280x960. Both ends of the rise and its front fall below the edge of that grass.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *

reset(83)
X0, X1, Y0, Y1, BASE = -6.6, 3.7, -2.4, 2.4, -1.1
BITE = (-4.55, 0.35)  # where the bucket is


def f(x, y):
    n = fbm(x, y, 0.9)
    ends = smooth01(min(x - X0, X1 - x) / 1.15 + 0.12 * n)
    z = -0.8 * (1 - ends) - 0.34 * smooth01((-1.15 - y) / 1.1) + 0.05 * n
    hole = smooth01((1 - math.hypot((x - BITE[0]) / 1.0, (y - BITE[1]) / 0.95) + 0.10 * n) / 0.35)
    z -= 1.0 * hole
    pushed = mound(x, y, BITE[0] + 1.25, 0.1, 0.75, 1.3, 0.42) + mound(x, y, BITE[0] - 0.7, 0.9, 0.6, 0.9, 0.3)
    bare = math.hypot((x + 0.9) / 4.1, (y - 0.2) / 1.75) < 1 + 0.18 * fbm(x, y, 1.3)
    return z + pushed * (1 - hole), 0 if bare or hole > 0.02 or pushed > 0.02 else 1.0


g = Ground(f, X0, X1, Y0, Y1, BASE, res=0.05, material=strata_mat(zmin=BASE))
scatter_stones(g, 900, lambda x, y: g.f(x, y)[1] == 0, (0.025, 0.10), stone_mat('clods', '#4E3826', '#8A6440'), 0.3)
grass(g, 620)
paint(mud=0.8)
b, st = exc_ik(4.7, 0.36)
excavator((0, 0, 0), heading=180, swing=-4, boom=b, stick=st, bucket=-118)
light(sun_az=-128, sun_el=36, sun=3.8)
camera(az=-98, el=7, dist=44, target=(-1.45, 0, 1.65), lens=158)
setup((1280, 960), spp=60, exposure=0.3)
cutout()
render('closing')
