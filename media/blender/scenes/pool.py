"""Pool excavation: the shell in section, sprayed up to its middle and bars on drainage stone from there, while the excavator
still moves soil.

VARIANT=lawn closes the ground: the finished pool with water, coping and ladder, lawn up to it.

1600x1200, cut out. Measured: 1280x960, 42 samples; 216 s on one thread of a 2-core machine without a GPU.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *

reset(51)
X0, X1, Y0, Y1, BASE = -7.0, 7.2, -4.1, 4.7, -3.5
A, B, YB = -5.2, 3.4, -0.35  # pool inside x-range and back wall
YF = Y0 + 0.95 if LAWN else Y0 - 0.05  # its front: the cut, or the fourth wall
XS = -0.9  # how far the shell is sprayed
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
        cover = 1 if p < 0.02 else 0.5 if p > 0.9 and not LAWN and x > XS else 0
    if LAWN:
        return z, cover if p < 0.02 and min(x - A + 0.7, B + 0.7 - x, YB + 0.7 - y, y - YF + 0.7) < 0 else 0.5
    if p == 0 and min(x - A + 1.1, B + 1.1 - x, YB + 1.1 - y) + 0.3 * fbm(x, y, 1.3) > 0:
        cover = 0
    m = mound(x, y, -3.9, 3.1, 2.6, 1.6, 1.3)
    if m > 0.02:
        z += m
        cover = 0
    if cover == 1 and math.hypot((x - 1.4) / 3.6, (y - 2.6) / 1.8) < 1 + 0.2 * fbm(x, y, 1.1):
        cover = 0
    return z, cover


LENS = [(5.6, -1.75, 1.0, 0.11), (-6.2, -1.5, 0.6, 0.09)]
g = Ground(f, X0, X1, Y0, Y1, BASE, res=0.06, material=strata_mat(zmin=BASE, lenses=LENS))
cop = mat('coping', '#CDBFA6', 0.7, var=0.12, vscale=5, bump=0.15)
tile = mat('tile', '#2B7C8C', 0.25, var=0.25, vscale=9)
sh = mat('gunite', '#DDD8CC' if LAWN else '#B9B3A7', 0.85, var=0.08, bump=0.3, bscale=30)
fin = mat('plaster', '#BFE3E4', 0.55, var=0.04) if LAWN else sh
END = B if LAWN else XS  # how far the shell is there
prof = [(x, fl(x)) for x in [A + (END - A) * k / 48 for k in range(49)]]
d = YB - YF
yc = (YB + YF) / 2
edge = [(B, 0.02), (B + 0.22, 0.02), (B + 0.22, fl(B) - 0.2)] if LAWN else [(XS + 0.3, fl(XS + 0.3) - 0.2)]
prism(
    [(A - 0.22, 0.02), (A, 0.02)] + prof + edge + [(x, z - 0.2) for x, z in prof[::-1]] + [(A - 0.22, fl(A) - 0.2)],
    d,
    sh,
    (0, yc, 0),
    bevel=0,
)
prism([(A, 0.02)] + prof + [(END, 0.02) if LAWN else (XS - 0.45, 0.02)], 0.22, sh, (0, YB + 0.11, 0), bevel=0)
for k in range(3):  # steps in the shallow end
    box((0.36 * (3 - k), d - 0.3, 0.26), (A + 0.18 * (3 - k), yc + 0.12, -0.92 + k * 0.26), fin, 0.02, 2)


def finish_pool():
    """Fourth wall, plaster, tile, coping, ladder and water."""
    prism([(A - 0.2, 0.018)] + prof + [(B + 0.2, 0.018)], 0.22, sh, (0, YF - 0.108, 0), bevel=0)
    inner = [(x, z) for x, z in prof if A + 0.03 < x < B - 0.03]  # floor sheet and end walls: no outline that touches itself
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
    for y in (YB + 0.20, YF - 0.20):
        for k in range(n):
            x = A - 0.45 + (B - A + 0.9) * (k + 0.5) / n
            box(((B - A + 0.9) / n - 0.02, 0.48, 0.08), (x, y, 0.06), cop, 0.02, 2)
    for x in (A - 0.20, B + 0.20):
        for k in range(7):
            box((0.48, d / 7 - 0.02, 0.08), (x, YF + 0.02 + d * (k + 0.5) / 7, 0.06), cop, 0.02, 2)
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


def build_shell():
    """Reinforcing bars where the shell is not sprayed yet, their ends in its section, its ragged edge, forms and the hose."""
    r, step, yb, xb = 0.019, 0.27, YB + 0.10, B + 0.10
    bar = lambda *pts: [(*p, r) for p in pts]
    bars = []
    across = [x for x in [XS - 0.1 + step * k for k in range(20)] if x < B]
    for x in across:  # over the floor and up the back wall
        bars.append(bar((x, Y0 - 0.03, fl(x) - 0.11), (x, yb - 0.12, fl(x) - 0.11), (x, yb, fl(x)), (x, yb, 0.06)))
    xs = [XS - 0.3 + (xb - XS + 0.3) * k / 40 for k in range(41)]
    for k in range(15):  # along the floor and up the deep end
        y = Y0 - 0.01 + step * k
        if y < yb:
            bars.append(bar(*[(x, y, fl(x) - 0.075) for x in xs[:-1]], (xb, y, fl(xs[-2]) + 0.06), (xb, y, 0.06)))
    for k in range(9):  # around both walls
        z = -0.08 - step * k
        x0 = next((x for x in xs if fl(x) < z), None)
        if x0 is not None:
            bars.append(bar((max(x0, XS - 0.4), yb - 0.035, z), (xb - 0.035, yb - 0.035, z), (xb - 0.035, Y0 - 0.02, z)))
    limbs('rebar', bars, mat('rebar', '#6B4A38', 0.6, metal=0.5, var=0.25), None)
    for k in range(15):
        x = XS - 0.3 - step * k
        if x > A:
            cyl(0.024, 0.02, (x, Y0 - 0.055, fl(x) - 0.1), mat('rebar_end', '#5A3A2A', 0.8), 'Y', seg=10)
    rim = []
    for _ in range(420):  # sprayed concrete ends in lumps: on the floor, and up the back wall
        y = random.uniform(Y0, YB)
        x = XS + 0.1 + 0.12 * fbm(y, 3, 1.5) + abs(random.gauss(0, 0.12))
        rim.append((x, y, fl(x) - 0.13 + random.uniform(0, 0.05), random.uniform(0.03, 0.09)))
    for _ in range(200):
        z = random.uniform(fl(XS), 0)
        x = XS - 0.45 * (z - fl(XS)) / (0.02 - fl(XS)) + abs(random.gauss(0, 0.06))
        rim.append((x, YB + random.uniform(0.06, 0.2), z, random.uniform(0.03, 0.09)))
    stones(rim, sh, 'rim')
    wood = mat('wood', 'wood', 0.8, var=0.2)
    box((B - A + 0.6, 0.04, 0.26), ((A + B) / 2, YB + 0.27, 0.05), wood, 0.006, 1)
    for x in (A - 0.27, B + 0.27):
        box((0.04, YB - Y0 + 0.25, 0.26), (x, (Y0 + YB + 0.27) / 2, 0.05), wood, 0.006, 1)
    for k in range(8):
        box((0.05, 0.04, 0.5), (A + 0.2 + k * 1.17, YB + 0.32, 0.08), wood, 0.006, 1)
    hose = [(-0.75, Y1, 0.1), (-0.7, 3.4, 0.12), (-1.1, 2.0, 0.12), (-1.35, 0.8, 0.13), (-1.3, 0.05, 0.26), (-1.3, -0.5, -0.25), (-1.45, -1.1, fl(-1.45) + 0.08)]
    tube(hose + [(-1.75, -1.9, fl(-1.75) + 0.07), (-1.3, -2.5, fl(-1.3) + 0.07)], 0.055, mat('hose', '#1E1F20', 0.55, var=0.1), smooth=True)
    tube([(-1.3, -2.5, fl(-1.3) + 0.07), (-1.0, -2.62, fl(-1.0) + 0.12)], 0.045, steel())


finish_pool() if LAWN else build_shell()
pvc = mat('pvc', 'pvc', 0.35, var=0.03)
xp = X1 + 0.15  # where the pipes end: in the trench
tube([(B - 0.1, Y0 - 0.02, -0.55), (B + 1.2, Y0 - 0.02, -0.58), (xp, Y0 - 0.02, -0.62)], 0.06, pvc)
tube(
    [
        (B - 0.1, Y0 - 0.02, -1.7),
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
    lambda x, y: g.f(x, y)[1] == 0.5,
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
if LAWN:
    close(g)
else:
    b, st = exc_ik(4.3, 0.55)  # parked, its bucket on the ground
    excavator((2.5, 2.75, 0.02), heading=180, swing=0, boom=b, stick=st, bucket=-150)
tree('maple', 5.0, 5).location = (5.0, 3.75, -0.05)
tree('pine', 5.2, 4).location = (6.1, 2.2, -0.05)
tree_pine(4.0, seed=9).location = (-6.3, 4.2, -0.05)
tree('birch', 4.0, 8).location = (-6.2, 1.5, 0)
for x, y, s in ((5.4, 1.3, 0.22), (6.2, -0.4, 0.2), (-6.3, -0.3, 0.18), (5.0, -3.0, 0.18)):
    shrub(x, y, s, -0.40)
if not LAWN:
    worker((4.35, -2.5, g.z(4.35, -2.5)), 175, 'hold', tool='rod')
    worker((-1.7, -2.6, fl(-1.7) + 0.02), 20, 'work', tool='shovel', **SECOND)
table = backdrop(BASE)
light(sun_az=-112, sun_el=40)
camera(az=-74, el=26, dist=36, target=(0.05, -0.1, -0.25), lens=70)
setup((1600, 1200), spp=28, thr=0.03, least=10, exposure=0.2)
cutout(table)
marks(
    'pool',
    [
        (A + 1.5, -2.4, fl(A + 1.5)),
        (2.0, -2.2, fl(2.0)),
        ((A + B) / 2 - 0.6, Y0, fl((A + B) / 2 - 0.6) - 0.25),
        (xd, Y0, fl(xd) - 0.36),
        (B + 2.1, Y0, -0.68),
        (-2.6, 2.5, 0.3),
    ],
)
render('pool')
