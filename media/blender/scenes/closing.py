"""An excavator on a bank that is cut open, digging into it, cut out. The bank's foot fades into the footer's soil.

VARIANT=dozer: a bulldozer on the same bank, pushing soil off it.

1280x960. The footer's grass covers the lower third of the picture; in front of that grass, the bank would run into its soil.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *
from diorama.output import _load, _save

DOZER = VARIANT == 'dozer'
reset(83)
X0, X1, Y0, Y1, BASE = -7.3, 3.75, -1.55, 2.3, -2.9
TRENCH = [(-5.75, 0), (-5.35, -0.32), (-4.75, -0.78), (-4.1, -0.93), (-3.45, -0.9), (-3.0, -0.55), (-2.75, 0)]  # x, z


def trench(x):
    if DOZER:
        return 0
    x += 0.06 * fbm(x, 0, 1.7)
    for (a, za), (b, zb) in zip(TRENCH, TRENCH[1:]):
        if a < x <= b:
            return za + (zb - za) * (x - a) / (b - a)
    return 0


def f(x, y):
    n = fbm(x, y, 0.9)
    z = -2.0 * (1 - smooth01(min(x - X0, X1 - x) / 1.7 + 0.06 * n)) + 0.05 * n
    t = trench(x) * smooth01((0.85 - y + 0.07 * n) / 0.16)
    if DOZER:
        heap = mound(x, y, -3.6, 0.35, 1.1, 1.6, 0.85) * smooth01((-2.85 - x) / 0.3)
    else:
        heap = mound(x, y, -3.2, 1.75, 1.1, 0.8, 0.55) + mound(x, y, -3.5, 0.0, 0.45, 0.6, 0.22)
    bare = math.hypot((x + 0.7) / 3.6, (y - 0.1) / 1.5) < 1 + 0.18 * fbm(x, y, 1.3)
    return z + t + heap, 0 if bare or t < -0.02 or heap > 0.02 else 1.0


LENS = [(1.3, -0.85, 1.0, 0.08)]
layers = [(-0.34, 'topsoil'), (-1.05, 'loam'), (-9, 'topsoil')]
g = Ground(f, X0, X1, Y0, Y1, BASE, res=0.05, material=strata_mat(layers, zmin=BASE, warp=0.16, lenses=LENS, wet=1.3))
clod = stone_mat('clods', '#4E3826', '#8A6440')
scatter_stones(g, 700, lambda x, y: g.f(x, y)[1] == 0, (0.02, 0.075), clod, 0.35)
face_stones(g, 70, (-1.5, -0.5), (0.02, 0.06), stone_mat('peb2', '#7A5A3C', '#B08D63'), 'f', skip=lambda x, z: z > f(x, Y0)[0] - 0.15)
gravel_lens(g, *LENS[0])
roots(g, 30, 'f', (0.25, 0.6), skip=lambda x, z: z > trench(x) - 0.05)
grass(g, 620)
paint(mud=0.8)
if DOZER:
    dozer((-0.3, 0.35, 0), 180)
else:
    # The teeth 7 cm in the floor of the trench; what they loosened is heaped before them.
    excavator((0, 0, 0), heading=180, boom=exc_ik(4.55, 0.43)[0], stick=exc_ik(4.55, 0.43)[1], bucket=-105)
light(sun_az=-128, sun_el=36, sun=3.8)
camera(az=-97, el=7, dist=44, target=(-1.8, 0, 0.92), lens=139)
setup((1280, 960), spp=60, exposure=0.3)
cutout()
render('closing')
path = os.environ.get('OUT') or os.path.join(OUT, 'closing.png')
if 'CROP' not in os.environ:
    import numpy as np

    picture = _load(path)
    up = np.clip((np.arange(len(picture)) / len(picture) - 0.02) / 0.14, 0, 1)[:, None]
    picture[..., 3] *= up * up * (3 - 2 * up)
    _save(path, picture, False)
