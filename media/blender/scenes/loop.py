"""Seamless 8 s loop: excavator digs, lifts, swings, dumps, returns. Env: F0,F1 frame range, OUTDIR.

The camera stands still, so that only what moves is rendered anew (diorama/still.py). 960x540, 14 samples, 192 frames at 24 fps;
resumable, a frame that exists is skipped.
"""
import os, sys, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *
from diorama.still import Still

reset(5)
X0, X1, Y0, Y1, BASE = -6.2, 8.2, -2.9, 4.9, -2.1


def f(x, y):
    z = 0.10 * fbm(x, y, 0.25)
    cover = 1.0
    p = pit(x, y, 2.9, 7.3, -1.15, 1.15, 0.4)
    if p > 0:
        z = z * (1 - p) + p * (-1.35 + 0.12 * fbm(x, y, 1.5) - 0.10 * (x - 5))
        cover = 1 if p < 0.02 else 0
    m = mound(x, y, 1.2, 3.7, 2.6, 1.9, 1.25)
    if m > 0.02:
        z += m
        cover = 0
    if cover == 1 and math.hypot((x - 0.4) / 3.7, y / 1.9) < 1 + 0.2 * fbm(x, y, 1.1):
        cover = 0
    return z, cover


g = Ground(
    f,
    X0,
    X1,
    Y0,
    Y1,
    BASE,
    res=0.08,
    material=strata_mat([(-0.3, 'topsoil'), (-1.0, 'loam'), (-1.6, 'clay'), (-9, 'sand')], zmin=BASE),
)
scatter_stones(g, 420, lambda x, y: g.f(x, y)[1] == 0, (0.03, 0.11), stone_mat('clods', '#4E3826', '#8A6440'), 0.3)
face_stones(g, 300, (-2.05, -1.6), (0.03, 0.11), faces='fl')
grass(g, 430)
tree_round(4.6, seed=3).location = (-4.3, 3.2, -0.05)
tree_pine(5.0, seed=4).location = (-5.5, 1.2, -0.05)
tree_pine(4.2, seed=9).location = (-5.4, 3.6, -0.05)
tree_round(3.6, seed=8).location = (6.9, 3.3, 0)
for x, y, s in ((-4.6, -0.6, 0.24), (-5.5, -2.2, 0.2), (7.5, -2.3, 0.2), (5.4, 3.7, 0.22)):
    shrub(x, y, s, -0.42)
e = excavator((0, 0, 0.02), load=True, hoses=False)
# (time 0..1, swing, bucket-pin x, z, bucket angle, load)
KEYS = [
    (0, 0, 5.75, 0.75, -72, 0),
    (0.11, 0, 5.70, -0.05, -86, 0),
    (0.29, 0, 4.15, -0.20, -140, 0.85),
    (0.37, 0, 3.75, 0.75, -186, 1),
    (0.45, 8, 4.05, 1.9, -190, 1),
    (0.62, 66, 4.3, 2.35, -190, 1),
    (0.69, 72, 4.6, 2.4, -120, 0.6),
    (0.74, 72, 4.7, 2.4, -78, 0),
    (0.90, 10, 5.2, 1.9, -68, 0),
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
            random.uniform(0.655, 0.735),
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
        a = math.radians(72)
        rr = 4.6 + 0.55 + dx
        px, py = rr * math.cos(a) - dy * math.sin(a), rr * math.sin(a) + dy * math.cos(a)
        z0 = 1.75 - 0.2 * abs(dx)
        zz = z0 - 4.9 * dt * dt
        ok = 0 <= dt and zz > f(px, py)[0] - 0.05
        o.hide_render = not ok
        o.location = (px, py, zz)
        o.rotation_euler = (wv * dt * 4, wv * dt * 3, 0)


backdrop(BASE)
light(sun_az=-118, sun_el=34)
camera(az=-67, el=24, dist=45.5, target=(0.95, 0.6, 0.75), lens=78)
setup((960, 540), spp=14, thr=0.04, exposure=0.35).cycles.seed = 3
n = int(DUR * 24)
od = os.environ.get('OUTDIR') or os.path.join(OUT, 'loop')
os.makedirs(od, exist_ok=True)
# Away with what moves, not hidden: without its lamps every pixel's noise would be another.
e['house'].location.z -= 100
pose(0)
still = Still()
e['house'].location.z += 100
for k in range(int(os.environ.get('F0', 0)), int(os.environ.get('F1', n))):
    out = '%s/f%04d.png' % (od, k)
    if os.path.exists(out):
        continue
    pose(k / n)
    t = time.time()
    part = still.frame(out)
    print('RENDERED %s, %d %% of it, in %.1f s' % (out, 100 * part, time.time() - t), flush=True)
