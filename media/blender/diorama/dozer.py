"""Crawler dozer of about 14 t with two GNSS masts on the blade."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *
from .materials import *
from .mesh import *
from .parts import *


def blade(w, h, parent, loc, rz=0.0, m=None, ribs=7, curve=0.30):
    """Curved mouldboard: X is the push direction, concave side forward, cutting edge at z=0."""
    B = empty('blade', loc, parent, (0, 0, math.radians(rz)))
    m = m or paint()
    pts = [(curve * (0.9 * (2 * t - 1) ** 2) - 0.25 * (1 - t) * 0, h * t) for t in [i / 9 for i in range(10)]]
    shell(pts, w, 0.05, m, parent=B)
    box((0.09, w, 0.16), (curve * 0.86, 0, 0.06), steel(), 0.01, 1, (0, -0.25, 0), B)
    for i in range(ribs):
        y = -w / 2 + 0.06 + (w - 0.12) * i / (ribs - 1)
        prism(
            [(a - 0.03, b) for a, b in pts[:9]] + [(-0.08, h * 0.80), (-0.16, h * 0.5), (-0.10, h * 0.1)],
            0.05,
            m,
            (0, y, 0),
            0.008,
            1,
            B,
        )
    for z in (0.28, 0.72):
        box((0.14, w, 0.10), (-0.10, 0, h * z), m, 0.02, 1, parent=B)
    return B


def dozer(loc=(0, 0, 0), heading=0.0, lift=0.0, mast=True, crew=True):
    """~14 t crawler dozer with two GNSS masts on the blade."""
    Y, D = paint(), dark()
    R = empty('dozer', loc, None, (0, 0, math.radians(heading)))
    for sy in (-1, 1):
        track(3.3, 1.0, 0.58, (0, sy * 0.98, 0), R, 42, 6)
        box((2.5, 0.62, 0.05), (-0.15, sy * 0.98, 1.10), Y, 0.015, 1, parent=R)
        prism(
            [(-1.4, 1.1), (-0.2, 1.1), (0.2, 1.1), (-0.1, 1.45), (-1.4, 1.45)], 0.5, Y, (0, sy * 0.93, 0), 0.04, 2, R
        )
    box((2.9, 1.3, 0.5), (0, 0, 0.72), D, 0.05, 2, parent=R)
    prism(
        [(0.0, 0.85), (1.78, 0.85), (1.86, 1.0), (1.80, 1.62), (1.66, 1.74), (0.0, 1.92)],
        1.02,
        Y,
        (0, 0, 0),
        0.06,
        3,
        R,
    )
    box((0.06, 0.84, 0.72), (1.84, 0, 1.24), D, 0.03, 2, parent=R)
    for k in range(7):
        box((0.05, 0.80, 0.03), (1.87, 0, 0.96 + k * 0.09), steel(), 0.008, 1, parent=R)
    for sy in (-1, 1):
        for k in range(7):
            box((0.05, 0.02, 0.42), (0.55 + k * 0.13, sy * 0.515, 1.35), D, 0.006, 1, parent=R)
        box((0.10, 0.16, 0.12), (1.62, sy * 0.42, 1.80), mat('lamp', '#F7F1DC', 0.2, emit=0.6), 0.02, 2, parent=R)
    cyl(0.07, 0.75, (0.95, 0.25, 2.1), steel(), parent=R, bevel=0.01)
    cyl(0.10, 0.35, (0.95, 0.25, 1.95), D, parent=R, bevel=0.01)
    cyl(0.11, 0.3, (0.45, -0.28, 2.0), D, parent=R, bevel=0.02)
    cab(R, -1.42, 0.18, -0.70, 0.70, 1.18, 2.88, 0.18, 0.06, low=0.34, crew=crew)
    box((0.55, 1.2, 0.7), (-1.66, 0, 1.25), Y, 0.06, 3, parent=R)
    box((0.3, 1.0, 0.35), (-1.75, 0, 0.75), D, 0.04, 2, parent=R)
    for sy in (-1, 1):
        box((1.5, 0.012, 0.07), (0.92, sy * 0.514, 1.045), D, 0.003, 1, parent=R)
        box(
            (1.5, 0.012, 0.02),
            (0.92, sy * 0.5145, 1.10),
            mat('stripe', '#F4EDE0', 0.45, var=0.02),
            0.003,
            1,
            parent=R,
        )
        decal(R, (-1.66, sy * 0.604, 1.34), sy, 0.33)
        box((0.16, 0.02, 0.03), (0.28, sy * 0.52, 1.55), chrome(), 0.008, 1, parent=R)
    for k in (-0.5, 0, 0.5):
        prism(
            [(-2.0, 0.95), (-1.8, 0.95), (-1.9, 0.3), (-2.12, 0.10), (-2.2, 0.16), (-2.06, 0.45)],
            0.10,
            D,
            (0, k, 0),
            0.02,
            1,
            R,
        )
    B = blade(3.55, 1.15, R, (2.52, 0, 0.03 + lift), ribs=9)
    for sy in (-1, 1):
        prism(
            [(-0.2, 0.40), (2.42, 0.22), (2.48, 0.46), (-0.2, 0.66)], 0.16, Y, (0, sy * 1.42, lift * 0.5), 0.03, 2, R
        )
        cyl(0.2, 0.2, (-0.15, sy * 1.42, 0.52), D, 'Y', parent=R, bevel=0.02)
        hyd('hd', R, (1.45, sy * 0.50, 1.48), B, (-0.12, sy * 0.75, 0.42), 0.075)
        hyd('ht', R, (0.6, sy * 1.40, 0.70), B, (-0.14, sy * 1.32, 0.95), 0.06)
        for q in (-0.05, 0.05):
            hose(R, (1.30, sy * (0.46 + q), 1.62), B, (-0.30, sy * (0.66 + q), 0.62), 0.14, 0.018)
        if mast:
            W = mat('gnss', '#F7F5EF', 0.3, var=0.02)
            y = sy * 1.45
            cyl(0.045, 1.75, (-0.06, y, 2.0), D, parent=B, seg=16)
            cyl(0.075, 0.10, (-0.06, y, 1.2), D, parent=B)
            cyl(0.19, 0.08, (-0.06, y, 2.92), W, parent=B, bevel=0.02, seg=36)
            sphere(0.185, (-0.06, y, 2.95), W, B, (1, 1, 0.62))
            cyl(0.195, 0.03, (-0.06, y, 2.90), mat('teal', '#1F7A7A', 0.4), parent=B, seg=36)
            tube(
                [
                    (-0.06, y, 2.85),
                    (-0.22, y - sy * 0.05, 2.2),
                    (-0.16, y - sy * 0.1, 1.4),
                    (-0.5, y - sy * 0.5, 1.1),
                ],
                0.016,
                D,
                B,
                smooth=True,
            )
    return dict(root=R, blade=B)
