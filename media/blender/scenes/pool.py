"""Pool excavation: deep-end pool shell and water in section, coping, spoil being cleared by the excavator.

VARIANT=lawn closes the ground: the finished pool with coping on its fourth side, lawn up to it.

Measured: 1280x960, 42 samples; 216 s on one thread of a 2-core machine without a GPU.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *

reset(51)
X0, X1, Y0, Y1, BASE = -7.0, 7.2, -4.1, 4.7, -3.5
A, B, YB = -5.2, 3.4, -0.35  # pool inside x-range and back wall
YF = Y0 + 0.95 if LAWN else Y0 - 0.05  # its front: the cut, or the fourth wall
FLOOR = [(-5.2, -1.05), (-2.4, -1.15), (0.4, -2.25), (2.9, -2.35), (3.4, -2.0)]


def fl(x):
    for (a, za), (b, zb) in zip(FLOOR, FLOOR[1:]):
        if a <= x <= b:
            t = smooth01((x - a) / (b - a))
            return za + (zb - za) * t
    return FLOOR[0][1] if x < A else FLOOR[-1][1]


def f(x, y):
    z = 0.05 * fbm(x, y, 0.25)
    cover = 1.0
    p = smooth01((min(x - A + 0.24, B + 0.24 - x, YB + 0.24 - y, y - YF + (0.24 if LAWN else 9))) / 0.10)
    if p > 0:
        z = z * (1 - p) + (fl(x) - 0.22) * p
        cover = 1 if p < 0.02 else 0
    if LAWN:
        return z, cover if p < 0.02 and min(x - A + 0.7, B + 0.7 - x, YB + 0.7 - y, y - YF + 0.7) < 0 else 0.5
    if p == 0 and min(x - A + 1.1, B + 1.1 - x, YB + 1.1 - y) > 0:
        cover = 0.5
    m = mound(x, y, -3.9, 3.1, 2.6, 1.6, 1.3)
    if m > 0.02:
        z += m
        cover = 0
    if cover == 1 and math.hypot((x - 1.4) / 3.6, (y - 2.6) / 1.8) < 1 + 0.2 * fbm(x, y, 1.1):
        cover = 0
    return z, cover


LENS = [(5.6, -1.75, 1.0, 0.11), (-6.2, -1.5, 0.6, 0.09)]
g = Ground(f, X0, X1, Y0 - CLOSE, Y1, BASE, res=0.06, material=strata_mat(zmin=BASE, lenses=LENS))
sh = mat('gunite', '#DDD8CC', 0.75, var=0.05, bump=0.12, bscale=40)
fin = mat('plaster', '#BFE3E4', 0.55, var=0.04)
cop = mat('coping', '#CDBFA6', 0.7, var=0.12, vscale=5, bump=0.15)
tile = mat('tile', '#2B7C8C', 0.25, var=0.25, vscale=9)
xs = [A + (B - A) * k / 48 for k in range(49)]
prof = [(x, fl(x)) for x in xs]
d = YB - YF
yc = (YB + YF) / 2
prism(
    [(A - 0.22, 0.02), (A, 0.02)]
    + prof
    + [(B, 0.02), (B + 0.22, 0.02), (B + 0.22, fl(B) - 0.2)]
    + [(x, z - 0.2) for x, z in prof[::-1]]
    + [(A - 0.22, fl(A) - 0.2)],
    d,
    sh,
    (0, yc, 0),
    bevel=0,
)
prism([(A, 0.02)] + prof + [(B, 0.02)], 0.22, sh, (0, YB + 0.11, 0), bevel=0)
if LAWN:
    prism([(A - 0.2, 0.018)] + prof + [(B + 0.2, 0.018)], 0.22, sh, (0, YF - 0.108, 0), bevel=0)
inner = [
    (x, z) for x, z in prof if A + 0.03 < x < B - 0.03
]  # plaster: floor sheet + end walls (no self-touching outline)
prism(
    [(x, z + 0.012) for x, z in inner] + [(x, z + 0.035) for x, z in inner[::-1]],
    d - 0.06,
    fin,
    (0, yc + 0.03, 0),
    bevel=0,
)
for x, h in ((A + 0.012, -0.05 - fl(A)), (B - 0.012, -0.05 - fl(B))):
    box((0.022, d - 0.06, h), (x, yc + 0.03, -0.05 - h / 2), fin, 0)
prism([(A, -0.05)] + prof + [(B, -0.05)], 0.02, fin, (0, YB - 0.012, 0), bevel=0)
for x in (A + 0.02, B - 0.02):
    box((0.03, d - 0.05, 0.18), (x, yc + 0.02, -0.10), tile, 0.004, 1)
box((B - A, 0.03, 0.18), ((A + B) / 2, YB - 0.03, -0.10), tile, 0.004, 1)
n = 17
for y in (YB + 0.20, YF - 0.20) if LAWN else (YB + 0.20,):
    for k in range(n):
        box(
            ((B - A + 0.9) / n - 0.02, 0.48, 0.08),
            (A - 0.45 + (B - A + 0.9) * (k + 0.5) / n, y, 0.06),
            cop,
            0.02,
            2,
        )
for x in (A - 0.20, B + 0.20):
    for k in range(7):
        box((0.48, d / 7 - 0.02, 0.08), (x, YF + 0.02 + d * (k + 0.5) / 7, 0.06), cop, 0.02, 2)
# steps in the shallow end, ladder rails, water
for k in range(3):
    box((0.36 * (3 - k), d - 0.3, 0.26), (A + 0.18 * (3 - k), yc + 0.12, -0.92 + k * 0.26), fin, 0.02, 2)
zw = -0.17
prism(
    [(A + 0.03, zw), (A + 0.03, fl(A + 0.2) + 0.03)]
    + [(x, z + 0.03) for x, z in inner[1:-1]]
    + [(B - 0.03, fl(B) + 0.03), (B - 0.03, zw)],
    d - 0.08,
    water_mat(),
    (0, yc + 0.03, 0),
    bevel=0,
)
al = mat('chrome', '#D5D6D4', 0.12, metal=1, var=0.03)
for y in (-1.5, -2.0):
    tube(
        [(B + 0.35, y, 0.1), (B + 0.32, y, 0.75), (B - 0.02, y, 0.85), (B - 0.14, y, 0.4), (B - 0.12, y, -0.9)],
        0.028,
        al,
        smooth=True,
    )
for k in range(3):
    tube([(B - 0.12, -1.5, -0.25 - k * 0.28), (B - 0.12, -2.0, -0.25 - k * 0.28)], 0.02, al)
pvc = mat('pvc', 'pvc', 0.35, var=0.03)
xp = X1 + (-0.2 if LAWN else 0.15)  # where the pipes end
tube([(B + 0.2, Y0 - 0.02, -0.55), (B + 1.2, Y0 - 0.02, -0.58), (xp, Y0 - 0.02, -0.62)], 0.06, pvc)
tube(
    [
        (B + 0.2, Y0 - 0.02, -1.7),
        (B + 0.75, Y0 - 0.02, -1.7),
        (B + 0.75, Y0 - 0.02, -0.72),
        (xp, Y0 - 0.02, -0.82),
    ],
    0.06,
    pvc,
)
scatter_stones(
    g,
    3600,
    lambda x, y: g.f(x, y)[1] == 0.5 and g.f(x, y)[0] > -0.1,
    (0.025, 0.06),
    stone_mat('washed', '#8E8778', '#D2CABB'),
    0.25,
)
scatter_stones(
    g,
    330,
    lambda x, y: g.f(x, y)[1] == 0 and g.f(x, y)[0] > -0.2,
    (0.03, 0.11),
    stone_mat('clods', '#4E3826', '#8A6440'),
    0.3,
)
face_stones(g, 460, (-3.45, -2.7), (0.03, 0.12), faces='flr')
face_stones(
    g,
    60,
    (-2.5, -0.5),
    (0.02, 0.06),
    stone_mat('peb2', '#7A5A3C', '#B08D63'),
    'flr',
    skip=lambda x, z: A - 0.3 < x < B + 0.3 and z > fl(x) - 0.3,
)
W1 = stone_mat('washed', '#8E8778', '#D2CABB')
P = []
for _ in range(1100):
    x = random.uniform(A - 0.3, B + 0.3)
    P.append(
        (x, Y0 - 0.015, fl(x) - 0.24 - random.random() ** 1.4 * 0.16, random.uniform(0.025, 0.055))
    )  # drainage stone under the shell
for s, x in ((-1, A - 0.27), (1, B + 0.27)):
    for _ in range(150):
        P.append(
            (
                x + s * random.random() * 0.12,
                Y0 - 0.015,
                random.uniform(fl(x) - 0.25, -0.12),
                random.uniform(0.025, 0.05),
            )
        )
stones(P, W1, 'bedding')
xd = 3.05
cyl(0.075, 0.25, (xd, Y0 + 0.08, fl(xd) - 0.36), pvc, 'Y', bevel=0.01)
cyl(0.058, 0.26, (xd, Y0 + 0.07, fl(xd) - 0.36), mat('bore', '#55524A', 0.9), 'Y')  # underdrain
for l in LENS:
    gravel_lens(g, *l)
roots(g, 26, 'fr', (0.3, 0.95), near=(-6.5, 5.0, 6.6), skip=lambda x, z: A - 0.7 < x < B + 1.0 and z < -0.1)
grass(g, 480)
if not LAWN:
    excavator((1.9, 2.55, 0.02), heading=180, swing=14, boom=40, stick=-58, bucket=-150, load=True)
tree_round(4.8, seed=3).location = (5.2, 3.7, -0.05)
tree_pine(5.0, seed=4).location = (6.4, 2.2, -0.05)
tree_pine(4.0, seed=9).location = (-6.3, 4.2, -0.05)
tree_round(3.4, seed=8).location = (-6.3, 1.4, 0)
for x, y, s in ((5.4, 1.3, 0.22), (6.2, -0.4, 0.2), (-6.3, -0.3, 0.18), (5.0, -3.0, 0.18)):
    shrub(x, y, s, -0.40)
backdrop(BASE)
light(sun_az=-112, sun_el=40)
camera(az=-74, el=26, dist=36, target=(0.05, -0.1, -0.25), lens=70)
setup(spp=60, exposure=0.2)
marks(
    'pool',
    [
        (A + 0.5, -2.2, -0.2),
        (2.2, Y0, -1.6),
        ((A + B) / 2 - 0.6, Y0, fl((A + B) / 2 - 0.6) - 0.25),
        (xd, Y0, fl(xd) - 0.36),
        (B + 2.1, Y0, -0.68),
        (-3.9, 3.1, 1.0),
    ],
)
render('pool')
