"""Septic system and drain field: tank, risers and building sewer cut in half, distribution box, laterals in washed stone.

VARIANT=lawn closes the ground: two lids and three caps in the grass.

1600x1200, cut out. Measured: 1280x960, 60 samples; 226 s on one thread of a quiet 2-core machine without a GPU.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *

reset(11)
X0, X1, Y0, Y1, BASE = -7.2, 7.2, -4.2, 4.6, -3.3
TX, TZ = -3.15, -1.42  # tank centre on the cut face
RISERS = (TX - 1.15, TX + 1.15)
BED = -1.10  # floor of the stone bed
LENS = [(4.3, -2.05, 1.5, 0.12), (-6.3, -1.9, 0.7, 0.10)]


def f(x, y):
    z = 0.07 * fbm(x, y, 0.25)
    if LAWN:
        return z, 1.0
    cover = 1.0
    p = pit(x, y, 0.45, 6.9, Y0 - 1, 0.35, 0.35)  # open drain-field bed
    if p > 0:
        z = z * (1 - p) + BED * p
        cover = 1 if p < 0.02 else 0
    if p > 0.9:
        cover = 0.5
    m = mound(x, y, 5.1, 2.75, 2.0, 1.7, 1.35)
    if m > 0.02:
        z += m
        cover = 0
    if math.hypot((x - 0.2) / 3.4, (y - 2.0) / 1.7) < 1 + 0.2 * fbm(x, y, 1.1):
        cover = 0 if cover == 1 else cover  # trampled strip round the machine
    return z, cover


in_tank = lambda x, z: abs(x - TX) < 1.95 and z > TZ - 1.1
g = Ground(
    f,
    X0,
    X1,
    Y0,
    Y1,
    BASE,
    holes=[]
    if LAWN
    else [(TX - 1.62, TX + 1.62, TZ - 0.84, TZ + 0.88)] + [(x - 0.33, x + 0.33, TZ + 0.8, 0.4) for x in RISERS],
    material=strata_mat(zmin=BASE, lenses=LENS),
)
conc = mat('concrete', 'concrete', 0.85, var=0.10, bump=0.25, bscale=30)
D = dark()
pvc = mat('pvc', 'pvc', 0.35, var=0.03)
grn = mat('pvc_green', 'pvc_green', 0.4, var=0.04)
blk = mat('tank_dark', '#2B2A28', 0.9, var=0.1)
# --- tank, cut lengthwise through its middle (open towards the viewer)
L, H, W, T = 3.5, 1.9, 1.25, 0.13
y0 = Y0 - 0.06
yc = y0 + W / 2
for sx in (-1, 1):
    box((T, W, H), (TX + sx * (L - T) / 2, yc, TZ), conc, 0.02)
box((L - 0.012, W - 0.012, T), (TX, yc + 0.003, TZ - (H - T) / 2 + 0.004), conc, 0.02)
box((L, T, H), (TX, y0 + W, TZ), conc, 0.01)
xs = [TX - L / 2 - 0.06, RISERS[0] - 0.28, RISERS[0] + 0.28, RISERS[1] - 0.28, RISERS[1] + 0.28, TX + L / 2 + 0.06]
for a, b in zip(xs[::2], xs[1::2]):
    box((b - a, W + 0.06, 0.15), ((a + b) / 2, yc, TZ + H / 2), conc, 0.02)  # lid with two openings
DX = TX + 0.62
box((0.11, W, 0.72), (DX, yc, TZ - 0.46), conc, 0.012)
box((0.11, W, 0.66), (DX, yc, TZ + 0.42), conc, 0.012)
box(
    (0.105, W - 0.3, 0.24), (DX, yc + 0.14, TZ + 0.0), mat('port', '#6E6A4C', 0.3), 0.004, 1
)  # divider with transfer port
zl = TZ + 0.47  # liquid level = outlet invert
yl = y0 + 0.34
lw = W - 0.44
for x, l in ((TX - 0.54, 2.16), (TX + 1.15, 0.94)):
    a = x < TX
    cy = yl + lw / 2
    zf = TZ - H / 2 + T
    hl = zl - zf
    box(
        (l, lw, hl),
        (x, cy, zf + hl / 2),
        mat('eff_a', '#8A8460', 0.12, var=0.18, vscale=2) if a else mat('eff_b', '#93A895', 0.10, var=0.10),
        0.015,
    )
    box(
        (l + 0.01, lw + 0.02, 0.30 if a else 0.09),
        (x, cy, zf + (0.15 if a else 0.045)),
        mat('sludge', '#2A211A', 0.7, var=0.3, bump=0.6),
        0.015,
    )
    if a:
        box((l + 0.01, lw + 0.02, 0.15), (x, cy, zl + 0.01), mat('scum', '#A08A58', 0.9, var=0.3, bump=0.8), 0.03)
    box(
        (l + 0.012, 0.02, zf + H - 2 * T - zl), (x, y0 + W - T / 2 - 0.075, (zl + zf + H - 2 * T) / 2), blk, 0.002, 1
    )  # air space


# --- risers cut in half, lids at grade
def half_ring(r0, r1, x, z0, z1, m):
    A = [math.pi * k / 20 for k in range(21)]
    ring = [(math.cos(a) * r1, math.sin(a) * r1) for a in A] + [(math.cos(a) * r0, math.sin(a) * r0) for a in A[::-1]]
    prism(ring, z1 - z0, m, (x, y0 + 0.006, (z0 + z1) / 2), 0.006, 1, plane='XY')


def half_disc(r, x, z0, z1, m, bevel=0.015):
    prism(
        [(math.cos(math.pi * k / 24) * r, math.sin(math.pi * k / 24) * r) for k in range(25)],
        z1 - z0,
        m,
        (x, y0 + 0.003, (z0 + z1) / 2),
        bevel,
        2,
        plane='XY',
    )


zt = TZ + H / 2 + 0.077
for x in RISERS:
    if LAWN:  # a whole lid, level with the grass
        cyl(0.40, 0.06, (x, Y0 + 0.26, 0.135), grn, bevel=0.015)
        cyl(0.31, 0.035, (x, Y0 + 0.26, 0.182), grn, bevel=0.015)
        KEEP_OUT.append((x, Y0 + 0.26, 0.42))
        continue
    half_ring(0.31, 0.36, x, zt, 0.10, grn)
    for k in range(4):
        half_ring(0.355, 0.385, x, zt + 0.05 + k * 0.13, zt + 0.10 + k * 0.13, grn)  # ribs
    half_ring(0.20, 0.31, x, zt - 0.02, zt + 0.02, conc)
    half_disc(0.40, x, 0.105, 0.165, grn)
    half_disc(0.31, x, 0.165, 0.20, grn)
    half_disc(0.308, x, 0.06, 0.10, blk, 0.004)
    for a in (0.5, 1.2, 1.94, 2.64):
        cyl(0.018, 0.03, (x + math.cos(a) * 0.355, y0 + math.sin(a) * 0.355, 0.178), steel(), seg=8)
    KEEP_OUT.append((x, Y0, 0.47))
# --- building sewer from the house: sweep out of the bank, cleanout to grade, inlet tee
yp = Y0 + (0.22 if LAWN else -0.03)
yt = y0 + 0.17
zi = TZ + 0.69
SX = X0 + 0.72
tube(
    [
        (SX - 0.32, Y0 + 1.1, zi + 0.13),
        (SX - 0.22, Y0 + 0.35, zi + 0.105),
        (SX + 0.02, yp + 0.02, zi + 0.09),
        (SX + 0.40, yp, zi + 0.075),
    ],
    0.095,
    pvc,
    smooth=True,
)
tube(
    [(SX + 0.38, yp, zi + 0.077), (TX - L / 2 + 0.02, yp + 0.06, zi + 0.01), (TX - L / 2 + 0.34, yt, zi)], 0.095, pvc
)
tube([(SX + 0.62, yp, zi + 0.06), (SX + 0.62, yp, 0.12)], 0.08, pvc)
cyl(0.105, 0.09, (SX + 0.62, yp, 0.12), pvc, bevel=0.015)
cyl(0.035, 0.05, (SX + 0.62, yp, 0.18), pvc, seg=4)
cyl(0.118, 0.30, (SX + 0.62, yp, zi + 0.065), pvc, 'X', bevel=0.01)
cyl(0.10, 0.16, (SX + 0.62, yp, zi + 0.20), pvc, bevel=0.01)
KEEP_OUT.append((SX + 0.62, Y0, 0.2))
ix = TX - L / 2 + 0.33
tube([(ix, yt, zi + 0.22), (ix, yt, zl - 0.42)], 0.095, pvc)
cyl(0.118, 0.22, (ix, yt, zi), pvc, bevel=0.01)
# --- outlet tee with effluent filter, falling to the distribution box
ox = TX + L / 2 - 0.33
zo = zl + 0.085
tube([(ox, yt, zo + 0.24), (ox, yt, zl - 0.55)], 0.105, pvc)
cyl(0.128, 0.22, (ox, yt, zo), pvc, bevel=0.01)
cyl(0.085, 0.34, (ox, yt, zl - 0.66), mat('filter', '#C9742E', 0.5, var=0.05), bevel=0.01)
for k in range(5):
    cyl(0.092, 0.02, (ox, yt, zl - 0.56 - k * 0.06), mat('filter_d', '#8F4E1C', 0.6), seg=20)
tube(
    [
        (ox, yt, zo),
        (TX + L / 2 + 0.02, yp + 0.04, zo - 0.01),
        (0.70, yp, zo - 0.05),
        (0.86, yp + 0.11, zo - 0.055),
        (0.94, -2.36, zo - 0.085),
    ],
    0.095,
    pvc,
)
for x, z in ((TX - L / 2 - 0.04, zi + 0.015), (TX + L / 2 + 0.05, zo - 0.012)):
    cyl(0.135, 0.10, (x, yp + 0.04, z), mat('boot', '#2A2B2C', 0.8), 'X', bevel=0.02)  # rubber boots at the tank wall
# --- distribution box (lid slid back), laterals on washed stone
bx, by, bz = 0.95, -1.95, zo - 0.16
box((0.66, 0.94, 0.05), (bx, by, bz - 0.19), conc, 0.01)
for sx in (-1, 1):
    box((0.06, 0.94, 0.40), (bx + sx * 0.30, by, bz), conc, 0.012)
for sy in (-1, 1):
    box((0.54, 0.06, 0.398), (bx, by + sy * 0.44, bz), conc, 0.012)
box((0.53, 0.81, 0.02), (bx, by, bz - 0.06), mat('eff_b', '#93A895', 0.1), 0.002, 1)
box((0.74, 1.0, 0.07), (bx - 0.06, by + 0.52, bz + 0.25), conc, 0.02, rot=(0.10, 0, 0))
box((0.03, 0.22, 0.03), (bx - 0.06, by + 0.42, bz + 0.305), steel(), 0.01, 1)
ys = (-3.72, -2.85, -1.95, -1.05, -0.2)
zp = bz - 0.04
line = mat('topline', '#3E7D5A', 0.5, var=0)
for y in ys:
    tube([(1.15, by + (y - by) * 0.18, zp + 0.01), (1.80, y, zp), (6.50, y, zp - 0.02)], 0.075, pvc)
    cyl(0.088, 0.10, (6.52, y, zp - 0.02), pvc, 'X', bevel=0.01)
    cyl(0.088, 0.14, (1.86, y, zp), pvc, 'X', bevel=0.01)
    for k in range(14):
        cyl(
            0.015,
            0.012,
            (2.15 + k * 0.32, y - math.sin(1.95) * 0.072, zp - 0.01 + math.cos(1.95) * 0.072),
            D,
            rot=(1.95, 0, 0),
            seg=8,
        )  # holes low on both sides
    tube([(1.95, y, zp + 0.074), (6.44, y, zp + 0.056)], 0.008, line)  # printed line on top
for y in (ys[0], ys[2], ys[4]):
    cyl(0.070, 0.92, (6.30, y, zp + 0.46), pvc)
    cyl(0.088, 0.12, (6.30, y, zp + 0.05), pvc, bevel=0.01)
    cyl(0.092, 0.08, (6.30, y, zp + 0.92), pvc, bevel=0.012)
    cyl(0.03, 0.04, (6.30, y, zp + 0.975), pvc, seg=4)  # observation ports
    if LAWN:  # their caps at grade
        cyl(0.092, 0.16, (6.30, y, 0.08), pvc, bevel=0.012)
        KEEP_OUT.append((6.30, y, 0.14))
W1 = stone_mat('washed', '#8E8778', '#D2CABB')
inbed = lambda x, y: 0.62 < x < 6.78 and -4.2 < y < 0.10 and g.f(x, y)[0] < BED + 0.06
scatter_stones(
    g,
    5200,
    lambda x, y: inbed(x, y)
    and min(abs(y - q) for q in ys) > 0.085
    and not (bx - 0.42 < x < bx + 0.40 and by - 0.55 < y < by + 0.55),
    (0.035, 0.085),
    W1,
    0.1,
)
cov = [(random.uniform(1.7, 5.2), random.uniform(-1.5, -0.06)) for _ in range(3600)]
stones(
    [
        (x, y, zp - 0.06 + random.random() * 0.20 - 0.1 * max(0, x - 4.4), random.uniform(0.035, 0.075))
        for x, y in cov
        if inbed(x, y)
    ],
    W1,
    'cover',
)  # stone over the back laterals
# geotextile rolled out over the covered stone
fab = mat('fabric_lt', '#C9C6BA', 0.9, var=0.06, vscale=4)
nx, ny = 40, 12
V, Fq = [], []
for j in range(ny):
    for i in range(nx):
        x = 1.75 + 2.55 * i / (nx - 1)
        y = -1.42 + 1.46 * j / (ny - 1)
        V.append((x, y, zp + 0.185 + 0.028 * fbm(x * 2, y * 2, 1.4)))
for j in range(ny - 1):
    for i in range(nx - 1):
        a = j * nx + i
        Fq.append((a, a + 1, a + nx + 1, a + nx))
raw('fabric', V, Fq, fab)
cyl(0.16, 1.52, (4.36, -0.69, zp + 0.325), fab, 'Y', bevel=0.01, seg=36)
cyl(0.05, 1.56, (4.36, -0.69, zp + 0.325), mat('core', '#8A6A45', 0.9), 'Y', seg=20)
face_stones(g, 520, (-3.25, -2.55), (0.03, 0.12), faces='flr', skip=in_tank)
face_stones(
    g,
    90,
    (-2.5, -0.5),
    (0.02, 0.06),
    stone_mat('peb2', '#7A5A3C', '#B08D63'),
    'flr',
    skip=lambda x, z: in_tank(x, z) or (x > 0.4 and z > -1.4) or z > -1.1,
)
for l in LENS:
    gravel_lens(g, *l)
scatter_stones(
    g,
    260,
    lambda x, y: g.f(x, y)[1] == 0 and g.f(x, y)[0] > 0.1,
    (0.03, 0.10),
    stone_mat('clods', '#4E3826', '#8A6440'),
    0.3,
)
stones(
    [
        (random.uniform(0.75, 6.72), Y0 - 0.01, random.uniform(BED - 0.02, BED + 0.16), random.uniform(0.03, 0.075))
        for _ in range(800)
    ],
    W1,
    'bed_face',
)
stones(
    [
        (
            random.uniform(TX - 1.8, TX + 1.8),
            Y0 - 0.012,
            TZ - H / 2 - random.uniform(0.03, 0.14),
            random.uniform(0.025, 0.06),
        )
        for _ in range(330)
    ],
    W1,
    'tank_bed',
)  # tank set on stone
roots(
    g,
    36,
    'fr',
    (0.3, 0.95),
    near=(-6.9, -5.7, -0.6, 0.1),
    skip=lambda x, z: in_tank(x, z) or x > 0.3 or abs(z - zi) < 0.2 or abs(z - zo) < 0.16,
)
farmhouse((-4.75, 2.55, -0.12), 4.1, 3.0, 2.35)
grass(g, 520)
# --- machine and planting
if LAWN:
    close(g)
else:
    paint(mud=1)
    excavator((0.9, 2.15, 0.02), heading=4, swing=-30, boom=43, stick=-62, bucket=-118, load=True)
tree_pine(5.2).location = (-6.6, 0.45, -0.05)
tree('maple', 5.2, 3).location = (-1.5, 4.0, 0)
tree('birch', 4.3, 8).location = (2.5, 4.1, 0)
for x, y, s in ((-5.9, 0.75, 0.24), (-3.4, 0.75, 0.24), (-2.45, 1.2, 0.2), (6.6, 1.2, 0.2)):
    shrub(x, y, s)
if not LAWN:
    worker((4.35, -3.3, BED + 0.07), 115, 'work', tool='shovel')
    if not CLOSE:
        worker((-0.25, -3.3, g.z(-0.25, -3.3)), 40, 'hold', tool='rod', **SECOND)
table = backdrop(BASE)
light(sun_az=-118, sun_el=36)
if CLOSE:
    camera(az=-57, el=17.5, dist=9.4, target=(-2.75, -4.0, -0.7), lens=52, fstop=0.5)
    setup(exposure=0.2)
else:
    camera(az=-71, el=23.5, dist=36, target=(0.05, -0.2, 0.10), lens=72)
    setup((1600, 1200), exposure=0.2, **(dict(spp=28, thr=0.03, least=10) if LAWN else dict(spp=32)))
    cutout(table)
marks(
    'septic',
    [
        (RISERS[0], y0, 0.1),
        (TX - 0.54, y0, TZ - 0.1),
        (ox, y0, zl - 0.62),
        (bx, by + 0.15, bz + 0.2),
        (3.6, ys[0], zp),
        (6.30, ys[4], zp + 0.9),
    ],
)
render('septic')
