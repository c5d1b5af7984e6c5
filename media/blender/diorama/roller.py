"""Single-drum vibratory soil compactor."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *
from .materials import *
from .mesh import *
from .parts import *


def roller(loc=(0, 0, 0), heading=0.0, scale=1.0, crew=True):
    """Single-drum vibratory soil compactor."""
    Y, D = paint(), dark()
    R = empty('roller', loc, None, (0, 0, math.radians(heading)))
    R.scale = (scale,) * 3
    cyl(
        0.74,
        2.0,
        (1.75, 0, 0.74),
        mat('drum', '#A9A59C', 0.32, metal=1, var=0.12, dust=0.45, dust_h=1.2),
        'Y',
        parent=R,
        bevel=0.03,
        seg=64,
    )
    for sy in (-1, 1):
        box((2.0, 0.14, 0.34), (1.6, sy * 1.12, 0.78), Y, 0.04, 2, parent=R)
        cyl(0.22, 0.18, (1.75, sy * 1.12, 0.78), D, 'Y', parent=R, bevel=0.02)
        wheel(0.74, 0.52, (-1.35, sy * 0.80, 0.74), R, rim='#E8981A', lugs=20)
    box((0.18, 2.36, 0.36), (2.62, 0, 0.80), Y, 0.05, 2, parent=R)
    box((0.2, 2.3, 0.36), (0.62, 0, 0.82), Y, 0.05, 2, parent=R)
    box((0.7, 0.6, 0.5), (0.35, 0, 0.78), D, 0.05, 2, parent=R)
    prism(
        [(-2.35, 0.85), (-0.75, 0.85), (-0.75, 1.62), (-0.95, 1.70), (-2.1, 1.58), (-2.35, 1.40)],
        1.35,
        Y,
        bevel=0.07,
        seg=3,
        parent=R,
    )
    box((0.05, 0.9, 0.45), (-2.36, 0, 1.12), D, 0.02, 1, parent=R)
    for sy in (-1, 1):
        for k in range(6):
            box((0.07, 0.02, 0.34), (-2.0 + k * 0.15, sy * 0.68, 1.28), D, 0.006, 1, parent=R)
    box((1.15, 1.5, 0.2), (-0.2, 0, 0.92), D, 0.04, 2, parent=R)
    cab(R, -0.75, 0.42, -0.72, 0.72, 1.0, 2.72, 0.10, 0.04, low=0.36, crew=crew)
    decal(R, (-1.20, -0.682, 1.12), -1, 0.30)
    decal(R, (-1.20, 0.682, 1.12), 1, 0.30)
    cyl(0.05, 0.5, (-1.5, 0.4, 1.85), steel(), parent=R)
    return R
