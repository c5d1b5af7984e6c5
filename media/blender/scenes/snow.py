"""Snow plowing at blue hour: plow truck clearing a farmhouse drive, warm windows and headlights against dusk.

1600x1200, cut out. Measured: 1280x960, 64 samples: 172 s on one thread of a quiet 2-core machine without a GPU.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *

reset(21)
X0, X1, Y0, Y1, BASE = -6.8, 7.6, -4.0, 4.8, -1.7
EDGE = 4.3  # how far the blade has cleared


def f(x, y):
    d = abs(y + 0.9)
    half = 1.85
    snow = 0.40 + 0.10 * fbm(x, y, 0.5)
    e = EDGE - 0.40 * (y + 0.9) + 0.15 * fbm(x, y, 2)
    if x < e:
        snow *= smooth01((d - half + 0.1 * fbm(x, y, 1.2)) / 0.45)  # cleared lane
    bank = math.exp(-(((d - half - 0.45) / 0.38) ** 2)) * (0.42 + 0.22 * fbm(x, y, 1.1)) * (1 if x < e + 0.4 else 0)
    roll = (
        0.55 * math.exp(-(((x - e - 0.35) / 0.42) ** 2)) * (d < half + 0.5) * (1 + 0.3 * fbm(x, y, 1.8))
    )  # snow rolling off the blade
    return max(0, snow) + max(0, bank) + max(0, roll), 2.0 if snow + bank + roll > 0.03 else 0


g = Ground(
    f,
    X0,
    X1,
    Y0,
    Y1,
    BASE,
    res=0.07,
    rough=0.014,
    material=strata_mat(
        [(0.0, 'snow'), (-0.30, 'topsoil'), (-0.95, 'loam'), (-9, 'clay')], zmin=BASE, warp=0.05, wet=0.7
    ),
)
asph = mat('asphalt', '#3A3D42', 0.7, var=0.12, vscale=6, bump=0.35, bscale=70)
box((EDGE - X0 + 2.5, 3.7, 0.12), ((EDGE + 2.5 + X0) / 2, -0.9, -0.02), asph, 0.005, 1)
P = []
for _ in range(900):
    x, y = random.uniform(X0, EDGE), random.uniform(-2.7, 0.9)
    if random.random() < abs(y + 0.9) / 2 + 0.12:
        P.append((x, y, 0.05, random.uniform(0.015, 0.055)))
for _ in range(260):
    a = random.random()
    P.append(
        (
            EDGE - 0.1 + random.gauss(0, 0.25) + 0.3,
            random.uniform(-2.6, 0.9),
            0.35 + 0.6 * a * a,
            random.uniform(0.03, 0.12),
        )
    )
sn = mat('snowclod', 'snow', 0.6, var=0.02, bump=0.2)
stones(P, sn)
roots(g, 26, 'fr', (0.25, 0.7), below=-0.04)
face_stones(g, 120, (-1.65, -0.4), (0.02, 0.08), faces='flr')
clear_glass(sky=0.3)  # dusk: little sky in the windows
machine = triaxle((-0.4, -0.9, 0.05), dust=0, cargo='salt', scale=0.92, plow=-24, lights=True)
farmhouse((-2.6, 3.0, 0.05), 4.4, 3.0, 2.4, roof='#DCE5EE', siding='#D9DAD6', lit=True)
for x, y, h, s in (
    (-5.9, 2.7, 5.2, 2),
    (3.3, 3.7, 5.0, 5),
    (5.0, 2.9, 4.0, 6),
    (6.6, 3.9, 4.6, 7),
    (-6.1, 4.2, 3.8, 9),
    (1.5, 4.3, 3.9, 12),
):
    tree_pine(h, seed=s, snow=True).location = (x, y, 0.1)
wood = mat('wood', 'wood', 0.8, var=0.2, vscale=8)
for i in range(7):  # snow stakes and split-rail fence
    x = -6.4 + i * 2.2
    if x < 7.4:
        box((0.12, 0.12, 1.1), (x, -3.35, 0.55), wood, 0.02, 1)
        box((0.16, 0.16, 0.08), (x, -3.35, 1.13), sn, 0.03, 2)
for z in (0.55, 0.9):
    box((13.2, 0.06, 0.10), (0.2, -3.35, z), wood, 0.015, 1)
    box((13.2, 0.08, 0.03), (0.2, -3.35, z + 0.06), sn, 0.01, 1)
# light pole
tube([(1.1, 1.75, 0), (1.1, 1.75, 3.2), (1.1, 1.2, 3.4)], 0.05, dark(), smooth=False)
box((0.2, 0.3, 0.1), (1.1, 1.15, 3.38), dark(), 0.02, 1)
sphere(0.09, (1.1, 1.15, 3.30), mat('bulb', '#FFD08A', 0.3, emit=18))
point((1.1, 1.15, 3.1), 120, r=0.12)
for s in (-1, 1):
    spot((4.75, -0.9 + s * 0.76, 1.5), (8.5, -0.9 + s * 0.6, 0.0), 260, '#FFE6BC', 95, 1.0)
for x in (-2.6 - 1.3, -2.6 + 1.3):
    spot((x, 1.45, 1.6), (x, -0.2, 0.1), 160, '#FFB765', 95, 0.9, 0.3)
point((0.3, -0.9, 3.2), 40, '#FF9A2A')
table = backdrop(BASE, '#8794AC')
light(sun_az=165, sun_el=20, sun=0.75, sun_col='#E8B9B0', sky='#6F8BBE', horizon='#C3C3DA', strength=0.78, angle=10)
camera(az=-41, el=22, dist=41, target=(0.35, 0.3, 0.55), lens=79)
setup((1600, 1200), spp=50, exposure=0.25)
cutout(table)
marks(
    'snow',
    [
        (machine['blade'], (0.3, -1.0, 0.45)),
        (-5.6, -0.9, 0.05),
        (-2.2, -0.9, 2.4),
        (5.2, 1.0, 0.5),
        (0.3, -0.9, 2.75),
    ],
)
render('snow')
