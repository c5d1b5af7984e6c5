"""Single-axle dump truck: optional snow plow and salt spreader."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *
from .materials import *
from .mesh import *
from .parts import *
from .dozer import blade


def truck(
    loc=(0, 0, 0),
    heading=0.0,
    col='amber',
    blade_rz=26,
    plow=False,
    dust=0.35,
    driver=True,
    lights=False,
):
    """Single-axle dump truck; plow adds the front plow, the salt and its spreader. Returns dict(root, blade)."""
    P = mat('truck_%s_%d' % (col, dust * 100), col, 0.28, var=0.04, dust=dust, dust_h=1.2)
    D = mat('charcoal_clean', 'charcoal', 0.5, var=0.15)
    R = empty('truck', loc, None, (0, 0, math.radians(heading)))
    box((6.4, 0.95, 0.26), (-0.1, 0, 0.74), D, 0.03, 2, parent=R)
    for sy in (-1, 1):
        wheel(0.5, 0.32, (2.15, sy * 0.93, 0.5), R)
        wheel(0.5, 0.30, (-1.75, sy * 1.0, 0.5), R)
        wheel(0.5, 0.26, (-1.75, sy * 0.68, 0.5), R)
        arc = [(2.15 + math.cos(a) * 0.66, 0.5 + math.sin(a) * 0.66) for a in [math.pi * k / 10 for k in range(11)]]
        arc2 = [(2.15 + math.cos(a) * 0.60, 0.5 + math.sin(a) * 0.60) for a in [math.pi * k / 10 for k in range(11)]]
        prism(arc + [(1.42, 0.55)] + [(1.50, 0.55)] + arc2[::-1][1:], 0.46, P, (0, sy * 0.92, 0), 0.012, 1, R)
        prism(
            [(1.5, 1.02), (2.95, 1.02), (3.0, 1.22), (2.7, 1.38), (1.4, 1.42)], 0.36, P, (0, sy * 0.86, 0), 0.05, 3, R
        )
        arc = [
            (-1.75 + math.cos(a) * 0.64, 0.5 + math.sin(a) * 0.64)
            for a in [math.pi * (0.08 + 0.84 * k / 10) for k in range(11)]
        ]
        shell(arc, 0.66, 0.03, D, parent=R, loc=(0, sy * 0.86, 0))
        box((0.02, 0.60, 0.42), (-2.52, sy * 0.86, 0.50), mat('flap', '#1E1E1F', 0.8), 0.005, 1, parent=R)
        cyl(
            0.13,
            0.06,
            (3.06, sy * 0.72, 1.16),
            mat('headlamp%d' % lights, '#FFF0CF', 0.2, emit=5 if lights else 0.5),
            'X',
            parent=R,
            seg=24,
        )
        cyl(0.155, 0.05, (3.045, sy * 0.72, 1.16), chrome(), 'X', parent=R, seg=24)
        box((0.12, 0.05, 0.30), (1.28, sy * 1.28, 2.02), D, 0.02, 2, parent=R)
        tube([(1.2, sy * 1.05, 1.8), (1.28, sy * 1.26, 1.9)], 0.018, D, R)
        box((0.5, 0.3, 0.05), (0.65, sy * 1.08, 0.72), D, 0.01, 1, parent=R)
        cyl(
            0.26,
            0.95,
            (-0.45, sy * 0.78, 0.68),
            mat('tank', '#B9BBBA', 0.25, metal=1, var=0.05),
            'X',
            parent=R,
            bevel=0.03,
        )
    prism(
        [(1.35, 0.85), (2.98, 0.85), (3.06, 1.0), (3.0, 1.46), (2.86, 1.58), (1.35, 1.80)],
        1.45,
        P,
        bevel=0.07,
        seg=3,
        parent=R,
    )
    box((0.06, 1.0, 0.52), (3.05, 0, 1.18), D, 0.03, 2, parent=R)
    for k in range(5):
        box((0.05, 0.94, 0.035), (3.075, 0, 0.99 + k * 0.095), chrome(), 0.01, 1, parent=R)
    box((0.16, 2.2, 0.24), (3.12, 0, 0.72), D, 0.04, 2, parent=R)
    prism(
        [(-0.40, 0.80), (1.42, 0.80), (1.46, 1.5), (1.42, 1.80), (-0.40, 1.80)], 2.06, P, bevel=0.06, seg=3, parent=R
    )
    trim = mat('cab_trim', '#22262A', 0.8, var=0.1)
    box((1.66, 1.86, 0.03), (0.52, 0, 1.805), trim, 0.005, 1, parent=R)
    box((0.05, 1.80, 0.62), (-0.20, 0, 2.12), trim, 0.01, 1, parent=R)
    box((0.30, 1.75, 0.10), (1.18, 0, 1.86), trim, 0.04, 2, parent=R)
    prism([(-0.34, 1.79), (1.40, 1.79), (1.04, 2.50), (-0.28, 2.50)], 1.92, clear_glass(), bevel=0, seg=1, parent=R)
    for y in (-0.42, 0.42):
        box((0.12, 0.46, 0.42), (0.36, y, 2.0), mat('seat', '#34373A', 0.8), 0.05, 2, (0, -0.15, 0), R)
    if driver:
        operator(R, 0.62, 0.42, 1.62, 0.94)
        tube(
            [
                (1.02 + 0.05 * math.sin(a), 0.42 + 0.19 * math.cos(a), 1.95 + 0.17 * math.sin(a))
                for a in [2 * math.pi * k / 16 for k in range(16)]
            ],
            0.014,
            trim,
            R,
            True,
        )
    for sy in (-1, 1):
        for q in (
            [(-0.36, sy * 0.98, 1.78), (-0.30, sy * 0.96, 2.52)],
            [(1.42, sy * 0.98, 1.78), (1.04, sy * 0.95, 2.52)],
            [(0.42, sy * 0.985, 1.78), (0.42, sy * 0.96, 2.52)],
        ):
            tube(q, 0.05, P, R)
        box((0.015, 0.02, 0.95), (0.42, sy * 1.035, 1.3), D, 0.004, 1, parent=R)
        box((1.78, 0.02, 0.085), (0.52, sy * 1.034, 1.12), D, 0.005, 1, parent=R)
        box(
            (1.78, 0.02, 0.024),
            (0.52, sy * 1.035, 1.20),
            mat('stripe', '#F4EDE0', 0.45, var=0.02),
            0.004,
            1,
            parent=R,
        )
        for x in (0.24, 0.60):
            box((0.19, 0.03, 0.06), (x, sy * 1.036, 1.68), D, 0.012, 2, parent=R)
            box((0.14, 0.025, 0.026), (x, sy * 1.058, 1.685), chrome(), 0.01, 2, parent=R)
        decal(R, (0.98, sy * 1.032, 1.46), sy, 0.36)
    prism(
        [(-0.38, 2.46), (1.08, 2.46), (1.02, 2.60), (0.8, 2.66), (-0.30, 2.66)], 2.02, P, bevel=0.05, seg=3, parent=R
    )
    box((0.24, 1.3, 0.05), (0.25, 0, 2.69), D, 0.02, 1, parent=R)
    for k in range(5):
        box(
            (0.20, 0.20, 0.12),
            (0.25, -0.52 + k * 0.26, 2.77),
            mat('bar%d' % lights, '#FF9A1F', 0.2, emit=6 if lights else 0.6),
            0.03,
            2,
            parent=R,
        )
    box((0.10, 1.6, 0.16), (-3.27, 0, 0.74), D, 0.02, 1, parent=R)
    # bed
    S = mat('dumpbox', '#3B4044', 0.45, metal=0.3, var=0.08)
    hx, hz = -3.25, 1.06
    Bd = empty('bed', (hx, 0, hz), R)

    def bb(size, x, y, z, m=S, bv=0.02, sg=1, rot=(0, 0, 0), parent=Bd):
        return box(size, (x - hx, y, z - hz), m, bv, sg, rot, parent)

    bb((2.75, 2.10, 0.12), -1.95, 0, 1.16)
    bb((0.10, 2.2, 1.05), -0.55, 0, 1.65, bv=0.03, sg=2)
    bb((0.75, 1.8, 0.08), -0.30, 0, 2.20)
    for sy in (-1, 1):
        bb((2.8, 0.08, 0.82), -1.93, sy * 1.09, 1.552)
        bb((2.86, 0.16, 0.10), -1.93, sy * 1.10, 1.97)
        bb((2.6, 0.14, 0.14), -1.93, sy * 0.36, 1.03, D)
        for k in range(6):
            bb((0.09, 0.10, 0.80), -0.72 - k * 0.49, sy * 1.15, 1.55)
        box((0.06, 0.16, 0.16), (-3.30, sy * 0.62, 0.74), mat('tail', '#D42A1E', 0.3, emit=2.5), 0.02, 1, parent=R)
    G = empty('gate', (-3.32 - hx, 0, 1.97 - hz), Bd)
    box((0.09, 2.14, 0.80), (0, 0, -0.42), S, 0.03, 2, parent=G)
    cyl(0.045, 2.34, (0, 0, 0), D, 'Y', parent=G, seg=14)
    for k in (-0.7, 0, 0.7):
        box((0.13, 0.09, 0.74), (-0.01, k, -0.42), S, 0.02, 1, parent=G)
    if not plow:
        return dict(root=R, blade=None)
    for sy in (-1, 1):
        tube([(3.0, sy * 0.95, 1.0), (3.15, sy * 0.95, 1.72)], 0.02, D, R)
        box((0.12, 0.22, 0.16), (3.17, sy * 0.95, 1.78), D, 0.03, 2, parent=R)
        box(
            (0.02, 0.18, 0.12),
            (3.235, sy * 0.95, 1.78),
            mat('headlamp%d' % lights, '#FFF0CF', 0.2, emit=5),
            0.005,
            1,
            parent=R,
        )
    sphere(1, (-1.95, 0, 1.50), mat('salt', '#C9CFD6', 0.9, var=0.15, bump=0.8, bscale=20), R, (1.25, 0.98, 0.55))
    box((0.5, 0.8, 0.5), (-3.62, 0, 1.0), S, 0.04, 2, parent=R)
    cyl(0.3, 0.06, (-3.72, 0, 0.62), mat('tank', '#B9BBBA', 0.25), parent=R, bevel=0.01)
    tube([(3.0, -0.45, 0.62), (3.95, 0, 0.38)], 0.06, D, R)
    tube([(3.0, 0.45, 0.62), (3.95, 0, 0.38)], 0.06, D, R)
    box((0.18, 1.1, 0.16), (3.95, 0, 0.40), D, 0.03, 2, parent=R)
    tube([(3.2, 0, 0.9), (3.2, 0, 1.25), (3.9, 0, 0.55)], 0.05, D, R)
    B = blade(3.1, 1.0, R, (4.2, 0, 0.04), blade_rz, mat('plow', '#D9531E', 0.35, var=0.06), 8, 0.34)
    for q in (-0.07, 0.07):
        hose(R, (3.14, 0.25 + q, 0.95), B, (-0.16, 0.55 + q, 0.55), 0.22, 0.016)
    for sy in (-1, 1):
        tube([(0, sy * 1.5, 0.95), (-0.03, sy * 1.52, 1.65)], 0.018, mat('marker', '#FF7A1A', 0.4, emit=0.4), B)
    box((0.06, 3.1, 0.22), (0.30, 0, 1.06), mat('rubber_c', 'rubber', 0.8), 0.01, 1, (0, 0.5, 0), B)
    return dict(root=R, blade=B)
