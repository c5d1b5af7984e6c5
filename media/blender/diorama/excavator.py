"""Crawler excavator of about 14 t, posable by angles or by inverse kinematics."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *
from .materials import *
from .mesh import *
from .parts import *


def excavator(
    loc=(0, 0, 0),
    heading=0.0,
    swing=0.0,
    boom=38,
    stick=-72,
    bucket=-120,
    parent=None,
    load=False,
    hoses=True,
    mark=True,
    crew=True,
):
    """~14 t crawler excavator. Angles in degrees: boom/stick/bucket absolute from horizontal, swing relative to tracks.
    load: True for soil, or a material; hoses=False for animation.
    Returns dict of empties (root, house, boom, stick, bucket) for posing; pose with exc_pose()."""
    Y, D = paint(), dark()
    R = empty('exc', loc, parent, (0, 0, math.radians(heading)))
    for sy in (-1, 1):
        track(loc=(0, sy * 0.97, 0), parent=R)
    box((1.5, 1.6, 0.34), (0, 0, 0.58), D, 0.06, 2, parent=R)
    cyl(0.62, 0.26, (0, 0, 0.86), D, bevel=0.02, parent=R, seg=40)
    H = empty('house', (0, 0, 0.98), R, (0, 0, math.radians(swing)))
    out = [
        (1.35, -0.55),
        (1.35, 0.2),
        (1.30, 1.2),
        (-1.7, 1.22),
        (-2.05, 0.95),
        (-2.2, 0.4),
        (-2.2, -0.4),
        (-2.05, -0.95),
        (-1.7, -1.22),
        (1.15, -1.22),
        (1.15, -0.55),
    ]
    prism(out, 0.16, D, (0, 0, 0.06), 0.03, 2, H, plane='XY')
    cw = [
        (-1.55, -1.2),
        (-1.85, -1.17),
        (-2.15, -0.95),
        (-2.33, -0.45),
        (-2.37, 0),
        (-2.33, 0.45),
        (-2.15, 0.95),
        (-1.85, 1.17),
        (-1.55, 1.2),
    ]
    prism(cw, 0.80, Y, (0, 0, 0.53), 0.07, 3, H, plane='XY')
    prism([(a * 1.004, b * 1.004) for a, b in cw], 0.12, D, (0, 0, 0.33), 0.01, 1, H, plane='XY')
    prism(
        [(-1.62, 0.12), (-0.28, 0.12), (-0.28, 0.86), (-0.42, 1.02), (-1.5, 1.02), (-1.62, 0.92)],
        2.36,
        Y,
        (0, 0, 0),
        0.05,
        3,
        H,
    )
    box((1.0, 0.9, 0.10), (-0.98, -0.15, 1.05), D, 0.03, 2, parent=H)
    cyl(0.06, 0.42, (-1.25, -0.62, 1.22), steel(), parent=H, bevel=0.01)
    cyl(0.085, 0.16, (-1.25, -0.62, 1.10), D, parent=H)
    for sy in (-1, 1):
        for k in range(6):
            box((0.62, 0.02, 0.035), (-1.05, sy * 1.185, 0.42 + k * 0.075), D, 0.006, 1, parent=H)
        box((0.02, 0.02, 0.70), (-0.62, sy * 1.183, 0.55), D, 0.004, 1, parent=H)
        box((0.03, 0.03, 0.16), (-0.54, sy * 1.19, 0.62), D, 0.01, 1, parent=H)
        box((1.30, 0.012, 0.085), (-0.96, sy * 1.184, 0.235), D, 0.003, 1, parent=H)
        box(
            (1.30, 0.012, 0.022),
            (-0.96, sy * 1.185, 0.305),
            mat('stripe', '#F4EDE0', 0.45, var=0.02),
            0.003,
            1,
            parent=H,
        )
    box((1.30, 0.62, 0.50), (0.42, -0.88, 0.38), Y, 0.06, 3, parent=H)
    box((0.8, 0.52, 0.03), (0.55, -0.88, 0.645), D, 0.01, 1, parent=H)
    box((0.42, 0.56, 0.24), (0.86, -0.88, 0.22), D, 0.03, 2, parent=H)
    box((1.25, 0.26, 0.62), (0.35, -0.42, 0.40), D, 0.03, 2, parent=H)
    tube([(1.0, -1.15, 0.15), (1.02, -1.15, 1.0), (0.1, -1.15, 1.05), (0.1, -1.15, 0.6)], 0.022, D, H)
    tube([(-0.35, -1.12, 1.02), (-0.35, -1.12, 1.38), (-1.5, -1.12, 1.38), (-1.5, -1.12, 1.02)], 0.02, D, H)
    tube([(-1.5, -1.12, 1.38), (-1.5, 0.3, 1.38)], 0.02, D, H)
    cab(H, -0.22, 1.34, 0.24, 1.20, 0.12, 1.86, crew=crew)
    if mark:
        decal(H, (0.10, 1.196, 0.46), 1, 0.34)
        decal(H, (0.30, -1.192, 0.39), -1, 0.34)
    tube([(1.36, 0.26, 0.9), (1.55, 0.1, 1.25), (1.55, 0.1, 1.42)], 0.015, D, H)
    box((0.03, 0.2, 0.28), (1.56, 0.06, 1.48), D, 0.02, 2, parent=H)
    for sy in (-0.17, 0.17):
        prism(
            [(-0.05, 0.12), (0.62, 0.12), (0.50, 0.62), (0.30, 0.70), (0.12, 0.6)],
            0.07,
            D,
            (0.1, -0.13 + sy * 1.35, 0),
            0.02,
            1,
            H,
        )
    # boom
    L = 4.55
    B = empty('boom', (0.42, -0.13, 0.52), H)
    n = 16
    up, lo = [], []
    for i in range(n + 1):
        t = i / n
        c = Vector((2 * t * (1 - t) * 1.85 + t * t * L, 2 * t * (1 - t) * 1.62))
        d = Vector((2 * (1 - 2 * t) * 1.85 + 2 * t * L, 2 * (1 - 2 * t) * 1.62)).normalized()
        th = 0.15 + 0.20 * math.sin(math.pi * min(1, t * 1.12)) ** 0.9 * (1 - 0.25 * t)
        nn = Vector((-d.y, d.x))
        up.append(tuple(c + nn * th))
        lo.append(tuple(c - nn * th))
    prism(lo + up[::-1], 0.40, Y, bevel=0.03, parent=B)
    st = []  # charcoal stripe along the boom side
    for t in [0.36 + 0.28 * i / 12 for i in range(13)]:
        c = Vector((2 * t * (1 - t) * 1.85 + t * t * L, 2 * t * (1 - t) * 1.62))
        d = Vector((2 * (1 - 2 * t) * 1.85 + 2 * t * L, 2 * (1 - 2 * t) * 1.62)).normalized()
        st.append((c, Vector((-d.y, d.x))))
    for sy in (-1, 1):
        for w, o, col in ((0.052, -0.04, D), (0.014, -0.125, mat('stripe', '#F4EDE0', 0.45, var=0.02))):
            V = [(p.x + n_.x * (o + k * w), sy * 0.2035, p.y + n_.y * (o + k * w)) for p, n_ in st for k in (-1, 1)]
            raw(
                'stripe',
                V,
                [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(12)],
                col,
                parent=B,
                smooth=False,
            )
    cyl(0.19, 0.50, (0, 0, 0), D, 'Y', parent=B, bevel=0.02)
    cyl(0.17, 0.56, (L, 0, 0), D, 'Y', parent=B, bevel=0.02)
    for sy in (-1, 1):
        tube(
            [(0.35, sy * 0.215, 0.42), (1.2, sy * 0.215, 0.98), (2.1, sy * 0.215, 1.02), (3.3, sy * 0.215, 0.55)],
            0.022,
            D,
            B,
            smooth=True,
        )
    box((0.13, 0.10, 0.10), (1.75, 0.24, 0.62), mat('lamp', '#F7F1DC', 0.2, emit=0.6), 0.02, 2, parent=B)
    # stick
    LS = 2.45
    S = empty('stick', (L, 0, 0), B)
    prism(
        [
            (-0.62, 0.22),
            (-0.60, 0.36),
            (-0.50, 0.40),
            (0.15, 0.36),
            (LS - 0.1, 0.14),
            (LS + 0.10, 0.08),
            (LS + 0.12, -0.06),
            (LS, -0.13),
            (0.9, -0.20),
            (0, -0.22),
            (-0.2, -0.14),
        ],
        0.32,
        Y,
        bevel=0.025,
        parent=S,
    )
    cyl(0.14, 0.42, (LS, 0, 0), D, 'Y', parent=S, bevel=0.015)
    # bucket: pivot at origin, teeth towards +X, convex back on +Z, mouth -Z
    K = empty('bucket', (LS, 0, 0), S)
    W = 0.98
    cur = [
        (-0.13, 0.02),
        (-0.20, 0.24),
        (-0.10, 0.52),
        (0.12, 0.72),
        (0.42, 0.80),
        (0.74, 0.70),
        (1.0, 0.46),
        (1.17, 0.16),
        (1.22, 0.02),
    ]
    shell(cur, W, 0.05, worn(), parent=K)
    side = cur + [(0.9, -0.04), (0.35, -0.02)]
    for sy in (-1, 1):
        prism(side, 0.035, worn(), (0, sy * (W / 2 - 0.01), 0), 0.008, 1, K)
        box((0.30, 0.05, 0.10), (1.0, sy * (W / 2), 0.05), worn(), 0.01, 1, (0, 0.35, 0), K)
    for k in range(5):
        y = -W / 2 + 0.08 + (W - 0.16) * k / 4
        prism([(1.12, 0.10), (1.18, -0.04), (1.46, -0.13), (1.30, 0.07)], 0.10, steel(), (0, y, 0), 0.012, 1, K)
    for sy in (-1, 1):
        prism(
            [(-0.16, 0.26), (-0.14, -0.1), (0.10, -0.12), (0.30, 0.1), (0.10, 0.5)],
            0.05,
            D,
            (0, sy * 0.24, 0),
            0.012,
            1,
            K,
        )
    if load:
        bm = bmesh.new()
        bmesh.ops.create_icosphere(bm, subdivisions=4, radius=1)
        for v in bm.verts:
            v.co *= 1 + 0.22 * noise.fractal(v.co * 2.2, 1, 2, 3)
        bmesh.ops.scale(bm, vec=(0.58, 0.45, 0.34), verts=bm.verts)
        lo_ = obj(
            'load',
            finish(bm, 'load', 0, 1),
            load if not load is True else mat('soil_loose', '#6B4A2E', 0.95, var=0.35, vscale=9, bump=0.8, bscale=25),
            (0.45, 0, 0.16),
            (0, 0, 0),
            K,
        )
    # hydraulics (posed after creation because lengths are measured)
    LV = empty('lever', (2.02, 0, 0.05), S)
    TP = empty('leverpin', (LEVER, 0, 0), LV)
    e = dict(root=R, house=H, boom=B, stick=S, bucket=K, lever=LV, load=lo_ if load else None)
    exc_pose(e, swing, boom, stick, bucket)
    bpy.context.view_layer.update()
    for sy in (-1, 1):
        hyd('hb', H, (1.05, -0.13 + sy * 0.30, 0.10), B, (1.80, sy * 0.25, 0.62), 0.085)
    hyd('hs', B, (1.75, 0, 1.22), S, (-0.56, 0, 0.30), 0.095, 0.58)
    hyd('hk', S, (-0.05, 0, 0.44), LV, (LEVER, 0, 0), 0.075, 0.62)
    for sy in (-1, 1):
        box((LEVER + 0.08, 0.05, 0.10), (LEVER / 2, sy * 0.19, 0), D, 0.02, 1, parent=LV)
        ea, tb = empty('la', (LEVER, sy * 0.12, 0), LV), empty('lb', (KP[0], sy * 0.12, KP[1]), K)
        c = ea.constraints.new('DAMPED_TRACK')
        c.target = tb
        c.track_axis = 'TRACK_X'
        box((LINK + 0.1, 0.06, 0.11), (LINK / 2, 0, 0), D, 0.02, 1, parent=ea)
    if hoses:
        for y in (-0.10, -0.03, 0.05):
            hose(H, (0.30, -0.42 + y, 0.70), B, (0.72 + abs(y), y * 0.9, 0.62), 0.16 + 0.02 * y, 0.02)
        for sy in (-0.12, -0.04, 0.04, 0.12):
            hose(B, (3.55 - abs(sy), sy, 0.62), S, (0.25, sy, 0.40), 0.20, 0.019)
    for sy in (-0.06, 0.06):
        tube(
            [(0.25, sy, 0.40), (0.55, sy, 0.38), (0.95, sy, 0.30)],
            0.017,
            mat('hose', '#1E1F20', 0.55, var=0.1),
            S,
            smooth=True,
        )
    return e


BOOM, STICK, LEVER, LINK, KP, FOOT = 4.55, 2.45, 0.56, 0.58, (-0.22, 0.36), (0.42, 1.50)


def exc_ik(x, z):
    """Bucket-pin target (x ahead of slew axis, z above ground) -> (boom, stick) absolute angles in degrees."""
    dx, dz = x - FOOT[0], z - FOOT[1]
    d = min(BOOM + STICK - 0.02, math.hypot(dx, dz))
    a = math.atan2(dz, dx)
    b = a + math.acos((BOOM**2 + d * d - STICK**2) / (2 * BOOM * d))
    ex, ez = FOOT[0] + BOOM * math.cos(b), FOOT[1] + BOOM * math.sin(b)
    return math.degrees(b), math.degrees(math.atan2(z - ez, x - ex))


def exc_pose(e, swing=None, boom=None, stick=None, bucket=None):
    r = math.radians
    if swing is not None:
        e['house'].rotation_euler[2] = r(swing)
    e['boom'].rotation_euler[1] = -r(boom)
    e['stick'].rotation_euler[1] = -r(stick - boom)
    e['bucket'].rotation_euler[1] = -r(bucket - stick)
    rel = r(bucket - stick)
    k = Vector(
        (STICK + KP[0] * math.cos(rel) - KP[1] * math.sin(rel), KP[0] * math.sin(rel) + KP[1] * math.cos(rel))
    ) - Vector((2.02, 0.05))
    d = min(LEVER + LINK - 0.01, max(abs(LEVER - LINK) + 0.05, k.length))
    a = math.atan2(k.y, k.x) + math.acos((LEVER**2 + d * d - LINK**2) / (2 * LEVER * d))
    e['lever'].rotation_euler[1] = -a
