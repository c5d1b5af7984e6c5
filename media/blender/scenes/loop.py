"""Seamless 8 s loop: excavator digs, lifts, swings, dumps, returns. Env: F0,F1 frame range, OUTDIR.

The camera stands still, so that only what moves is rendered anew (diorama/still.py). 960x540, 12 samples (96 for what stands still), 192 frames at 24 fps;
resumable, a frame that exists is skipped.
"""
import os, sys, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *
from diorama.still import Still

reset(5)
X0, X1, Y0, Y1, BASE = -4.0, 8.3, -1.55, 6.2, -2.75
PAGE = '#3A2B20'  # behind the film on the site: --topsoil in app/contractor/colors.css
# The trench in the front face, (x, z): what the bucket's teeth leave.
PROFILE = [(2.35, 0), (2.6, -0.55), (2.9, -1.35), (3.3, -1.74), (4.2, -1.83), (4.75, -1.72), (5.4, -1.27), (6, -0.64), (6.45, 0)]
LENS = [(-1.6, -1.75, 1.3, 0.12), (7.2, -1.9, 0.8, 0.10)]


def trench(x):
    x += 0.05 * fbm(x, 0, 1.7)
    for (a, za), (b, zb) in zip(PROFILE, PROFILE[1:]):
        if a < x <= b:
            return za + (zb - za) * (x - a) / (b - a)
    return 0


def f(x, y):
    z = 0.09 * fbm(x, y, 0.25) * smooth01((y + 0.4) / 2)
    t = trench(x) * smooth01((0.66 - y + 0.06 * fbm(x, y, 1.6)) / 0.16)
    lane = abs(y - 3.75) < 1.35 + 0.2 * fbm(x, y, 1.3) and x > -0.6
    work = math.hypot((x - 0.9) / 3.6, (y - 0.9) / 2.3) < 1 + 0.2 * fbm(x, y, 1.1)
    spoil = mound(x, y, 7.35, 0.2, 0.75, 1.3, 0.45)
    bare = t < -0.02 or lane or work or spoil > 0.02 or abs(x - 4.4) < 2.6 and y < 1.0 + 0.3 * fbm(x, y, 1.2)
    return z + t + spoil + (0.03 * fbm(x, y, 3) if bare else 0), 0 if bare else 1.0


g = Ground(
    f,
    X0,
    X1,
    Y0,
    Y1,
    BASE,
    res=0.06,
    material=strata_mat([(-0.38, 'topsoil'), (-1.2, 'loam'), (-2.3, 'sand'), (-9, 'gravel')], zmin=BASE, warp=0.16, lenses=LENS),
)
clod = stone_mat('clods', '#4E3826', '#8A6440')
scatter_stones(g, 620, lambda x, y: g.f(x, y)[1] == 0 and trench(x) > -0.1, (0.025, 0.09), clod, 0.3)
scatter_stones(g, 130, lambda x, y: trench(x) < -1 and y < 0.5, (0.02, 0.06), clod, 0.3)
face_stones(g, 260, (-2.7, -2.3), (0.03, 0.11), faces='flr')
face_stones(g, 60, (-2.2, -1.3), (0.02, 0.05), stone_mat('peb2', '#7A5A3C', '#B08D63'), 'flr', skip=lambda x, z: z > trench(x) - 0.1)
for l in LENS:
    gravel_lens(g, *l)
roots(g, 30, 'fr', (0.3, 0.8), near=(-3.2, -1.8, 1.4, 7.6), skip=lambda x, z: z > trench(x) - 0.05)
grass(g, 460)
for kind, h, seed, x, y in (
    ('oak', 4.9, 3, -2.6, 4.1),
    ('pine', 4.8, 5, 7.7, 5.75),
    ('birch', 3.6, 8, -3.4, 1.9),
    ('maple', 3.9, 8, 2.5, 5.9),
):
    tree(kind, h, seed).location = (x, y, -0.05)
for x, y, s in ((-3.5, -0.6, 0.2), (-2.6, -1.0, 0.16), (7.8, 1.6, 0.2)):
    shrub(x, y, s, -0.42)
paint(mud=1)
triaxle((3.55, 3.75, 0.03), 1)
e = excavator((0, 0, 0.02), load=True, hoses=False)


def tip(x, z, bucket):
    """The bucket pin's place, and the angle, that put the bucket's teeth at (x, z)."""
    c, s = math.cos(math.radians(bucket)), math.sin(math.radians(bucket))
    return x - 1.46 * c - 0.13 * s, z - 1.46 * s + 0.13 * c, bucket


# (time 0..1, swing, bucket-pin x, z, bucket angle, load)
KEYS = [
    (0, 0, *tip(6.75, 0.55, -56), 0),
    (0.07, 0, *tip(6.46, -0.12, -60), 0),
    (0.14, 0, *tip(6.02, -0.72, -70), 0.05),
    (0.21, 0, *tip(5.42, -1.36, -79), 0.3),
    (0.27, 0, *tip(4.72, -1.80, -95), 0.6),
    (0.32, 0, *tip(4.02, -1.88, -113), 0.85),
    (0.36, 0, 4.55, -0.62, -142, 1),
    (0.40, 0, 4.35, -0.20, -170, 1),
    (0.45, 0, 4.2, 0.7, -188, 1),
    (0.51, 10, 4.2, 2.2, -190, 1),
    (0.61, 50, 4.25, 3.55, -190, 1),
    (0.66, 64, 4.2, 3.9, -176, 1),
    (0.71, 67, 4.1, 4.0, -112, 0.5),
    (0.755, 67, 4.05, 4.05, -74, 0),
    (0.83, 46, 4.4, 3.5, -66, 0),
    (0.92, 8, 5.5, 2.4, -58, 0),
]


def sample(u):
    """Periodic monotone-ish cubic through KEYS."""
    K = KEYS
    n = len(K)
    u %= 1
    i = max(k for k in range(n) if K[k][0] <= u)
    P = lambda j: (K[j % n][0] + (j // n),) + K[j % n][1:]
    a, b, p, q = P(i), P(i + 1), P(i - 1) if i else (K[-1][0] - 1,) + K[-1][1:], P(i + 2)
    h = b[0] - a[0]
    t = (u - a[0]) / h
    out = []
    for c in range(1, 6):
        m0 = (b[c] - p[c]) / (b[0] - p[0])
        m1 = (q[c] - a[c]) / (q[0] - a[0])
        dl = (b[c] - a[c]) / h
        if (a[c] - p[c]) * (b[c] - a[c]) <= 0:
            m0 = 0
        if (q[c] - b[c]) * (b[c] - a[c]) <= 0:
            m1 = 0
        m0 = max(-3 * abs(dl), min(3 * abs(dl), m0))
        m1 = max(-3 * abs(dl), min(3 * abs(dl), m1))
        out.append(
            (2 * t**3 - 3 * t * t + 1) * a[c]
            + (t**3 - 2 * t * t + t) * h * m0
            + (-2 * t**3 + 3 * t * t) * b[c]
            + (t**3 - t * t) * h * m1
        )
    return out


sm = mat('soil_loose', '#6B4A2E')
clods = []
for k in range(46):
    V, F = rock(k)
    o = raw('clod', [tuple(Vector(v) * random.uniform(0.05, 0.17)) for v in [Vector(v) for v in V]], F, sm)
    clods.append(
        (
            o,
            random.uniform(0.675, 0.74),
            random.uniform(-0.4, 0.4),
            random.uniform(-0.35, 0.35),
            random.uniform(-2, 2),
        )
    )
DUR = 8.0


def pose(u):
    sw, x, z, bk, ld = sample(u)
    b, st = exc_ik(x, z)
    exc_pose(e, sw, b, st, bk)
    e['load'].scale = [max(0.02, ld) ** 0.5 * v for v in (1, 1, 1)]
    e['load'].hide_render = ld < 0.03
    for o, t0, dx, dy, wv in clods:  # spoil falling out of the bucket
        dt = (u - t0) * DUR
        a = math.radians(67)
        rr = 4.2 + dx
        px, py = rr * math.cos(a) - dy * math.sin(a), rr * math.sin(a) + dy * math.cos(a)
        zz = 3.15 - 0.2 * abs(dx) - 4.9 * dt * dt
        ok = 0 <= dt and zz > 2.1  # the heap in the truck
        o.hide_render = not ok
        o.location = (px, py, zz)
        o.rotation_euler = (wv * dt * 4, wv * dt * 3, 0)


backdrop(BASE).visible_camera = False
light(sun_az=-118, sun_el=34)
camera(az=-69, el=22, dist=45.5, target=(2.05, 1.3, 0.9), lens=78)
setup((960, 540), spp=12, thr=0.03, exposure=0.35).cycles.seed = 3
cutout()
n = int(DUR * 24)
od = os.environ.get('OUTDIR') or os.path.join(OUT, 'loop')
os.makedirs(od, exist_ok=True)
# Away with what moves, not hidden: without its lamps every pixel's noise would be another.
e['house'].location.z -= 100
pose(0)
still = Still(spp=96)
e['house'].location.z += 100
for k in range(int(os.environ.get('F0', 0)), int(os.environ.get('F1', n))):
    out = '%s/f%04d.png' % (od, k)
    if os.path.exists(out):
        continue
    pose(k / n)
    t = time.time()
    part = still.frame(out, PAGE)
    print('RENDERED %s, %d %% of it, in %.1f s' % (out, 100 * part, time.time() - t), flush=True)
