"""Two more houses: a Cape with dormers, and a ranch under a hip roof."""
import math
from mathutils import Vector
from .core import *
from .materials import *
from .mesh import *
from .buildings import window

BRICK, WHITE = '#8A4B3A', '#EFEADF'


def _shell(kind, loc, rz, w, d, h, brick=0):
    """Foundation, clapboard walls of height h, brick up to `brick`, corner boards, front step. Returns (root, trim)."""
    R = empty(kind, loc, None, (0, 0, math.radians(rz)))
    S, T = mat('siding' + WHITE, WHITE, 0.7, var=0.04), mat('trim', '#FBF8F0', 0.6, var=0.02)
    C = mat('concrete', 'concrete', 0.85, var=0.10, bump=0.25, bscale=30)
    box((w + 0.06, d + 0.06, 0.5), (0, 0, 0.05), C, 0.02, parent=R)
    n = int((h - brick) / 0.15)
    for i in range(n):
        z = 0.30 + brick + (i + 0.5) * (h - brick) / n
        box((w + 0.004 * (i % 2), d + 0.004 * (i % 2), (h - brick) / n + 0.01), (0, 0, z), S, 0.012, 1, parent=R)
        box((w + 0.03, d + 0.03, 0.028), (0, 0, z - 0.45 * (h - brick) / n), S, 0.01, 1, parent=R)
    if brick:
        B = mat('brick', BRICK, 0.9, var=0.2, vscale=12)
        m = int(brick / 0.1)
        for i in range(m):
            grow = 0.05 - 0.008 * (i % 2)
            box((w + grow, d + grow, brick / m + 0.004), (0, 0, 0.30 + (i + 0.5) * brick / m), B, 0.004, 1, parent=R)
        box((w + 0.12, d + 0.12, 0.05), (0, 0, 0.32 + brick), C, 0.01, 1, parent=R)
    for sx in (-1, 1):
        for sy in (-1, 1):
            size = h - brick
            box((0.13, 0.13, size), (sx * w / 2, sy * d / 2, 0.30 + brick + size / 2), T, 0.01, 1, parent=R)
    KEEP_OUT.append((loc[0] - w / 2, loc[0] + w / 2, loc[1] - d / 2, loc[1] + d / 2))
    return R, T


def _door(R, T, x, d, loc, col):
    box((0.95, 0.10, 1.90), (x, -d / 2, 1.20), T, 0.015, 1, parent=R)
    box((0.80, 0.14, 1.80), (x, -d / 2, 1.17), mat('door' + col, col, 0.45), 0.015, 1, parent=R)
    for z, h in ((0.78, 0.62), (1.58, 0.62)):
        for s in (-1, 1):
            box((0.26, 0.155, h), (x + s * 0.18, -d / 2, z), mat('door_panel' + col, col, 0.55), 0.01, 1, parent=R)
    sphere(0.035, (x + 0.32, -d / 2 - 0.10, 1.12), mat('knob', '#C9A24A', 0.25, metal=1), R)
    C = mat('concrete', 'concrete', 0.85, var=0.10, bump=0.25, bscale=30)
    box((1.5, 0.62, 0.24), (x, -d / 2 - 0.31, 0.08), C, 0.02, parent=R)
    box((1.2, 0.26, 0.12), (x, -d / 2 - 0.74, 0.02), C, 0.02, parent=R)
    KEEP_OUT.append((loc[0] + x - 0.75, loc[0] + x + 0.75, loc[1] - d / 2 - 0.9, loc[1] - d / 2))


def _chimney(R, x, y, z, w, d, h):
    box((w, d, h), (x, y, z), mat('brick', BRICK, 0.9, var=0.2, vscale=12), 0.02, parent=R)
    box((w + 0.1, d + 0.1, 0.09), (x, y, z + h / 2), mat('concrete', 'concrete', 0.85), 0.02, parent=R)


def cape(loc=(0, 0, 0), w=5.4, d=3.3, h=2.0, rz=0.0, roof='#3F5148', accent='#2F4A40'):
    """One and a half stories: a steep shingled gable roof (ridge along X) with two dormers, shutters by the windows."""
    R, T = _shell('cape', loc, rz, w, d, h)
    S = mat('siding' + WHITE, WHITE, 0.7, var=0.04)
    M = mat('shingle' + roof, roof, 0.9, var=0.16, vscale=7)
    A = mat('shutter' + accent, accent, 0.6, var=0.04)
    G = mat('win', '#22303A', 0.08, var=0.1)
    pitch, over = 0.92, 0.28
    ze, rise = 0.30 + h, d / 2 * pitch
    top = ze + rise
    n = int(rise / 0.15)
    for i in range(n):  # gables
        box((w, d * (1 - (i + 0.5) / n), rise / n + 0.01), (0, 0, ze + (i + 0.5) * rise / n), S, 0.012, 1, parent=R)

    run, a, rows = d / 2 + over, math.atan(pitch), 12
    for sy in (-1, 1):
        for k in range(rows):  # shingle courses
            y = (k + 0.5) / rows * run
            size = (w + 0.5, run / rows / math.cos(a) + 0.03, 0.045)
            box(size, (0, sy * y, top - y * pitch + 0.055), M, 0.006, 1, (-sy * (a - 0.045), 0, 0), R)
    for sx in (-1, 1):
        for sy in (-1, 1):  # rake boards
            y = sy * run / 2
            at = (sx * (w / 2 + 0.25), y, top - run / 2 * pitch - 0.03)
            box((0.05, run / math.cos(a), 0.16), at, T, 0.01, 1, (-sy * a, 0, 0), R)
    for sy in (-1, 1):
        box((w + 0.5, 0.05, 0.15), (0, sy * run, top - run * pitch - 0.02), T, 0.01, 1, parent=R)
    box((w + 0.5, 0.20, 0.05), (0, 0, top + 0.07), M, 0.02, 1, parent=R)
    for x in (-w * 0.25, w * 0.25):  # dormers
        y = -d / 2 + 0.42
        zr = top + y * pitch
        box((0.98, 1.3, 1.15), (x, y + 0.65, zr + 0.30), S, 0.01, 1, parent=R)
        for k in range(5):
            box((1.0, 0.02, 0.022), (x, y - 0.004, zr + 0.12 + 0.16 * k), S, 0.004, 1, parent=R)
        prism([(-0.5, 0), (0.5, 0), (0, 0.40)], 1.5, S, (x, y + 0.75, zr + 0.87), 0.004, 1, R)
        window(R, x, y, zr + 0.47, 0.54, 0.66, 'Y', G, T)
        b = math.atan(0.8)
        for sx in (-1, 1):
            at = (x + sx * 0.31, y + 0.76, zr + 0.87 + 0.40 - 0.31 * 0.8 + 0.045)
            box((0.66 / math.cos(b), 1.76, 0.05), at, M, 0.01, 1, (0, sx * b, 0), R)
            at = (x + sx * 0.30, y - 0.10 - 0.004 * sx, zr + 0.87 + 0.40 - 0.30 * 0.8 - 0.01)
            box((0.62 / math.cos(b), 0.05, 0.09), at, T, 0.006, 1, (0, sx * b, 0), R)
    for x in (-w * 0.31, w * 0.31):
        window(R, x, -d / 2, ze - h * 0.43, 0.78, 1.05, 'Y', G, T)
        for s in (-1, 1):
            box((0.30, 0.07, 1.16), (x + s * 0.66, -d / 2 - 0.02, ze - h * 0.43), A, 0.012, 1, parent=R)
    for sx in (-1, 1):
        window(R, sx * w / 2, 0.05, ze - h * 0.43, 0.75, 1.0, 'X', G, T)
        window(R, sx * w / 2, 0, ze + rise * 0.36, 0.6, 0.72, 'X', G, T)
    _door(R, T, 0, d, loc, accent)
    _chimney(R, -w * 0.06, 0.25, top + 0.05, 0.62, 0.5, 1.0)
    return R


def ranch(loc=(0, 0, 0), w=5.0, d=2.8, h=2.05, rz=0.0, roof='#6B5A4C', accent='#3E5C78'):
    """One long story under a shingled hip roof, brick to the sills, a picture window."""
    R, T = _shell('ranch', loc, rz, w, d, h, brick=0.72)
    M = mat('shingle' + roof, roof, 0.9, var=0.16, vscale=7)
    G = mat('win', '#22303A', 0.08, var=0.1)
    over, pitch, rows = 0.42, 0.52, 13
    X, Y, ze = w / 2 + over, d / 2 + over, 0.30 + h - 0.02
    for i in range(rows):
        V = []
        for t, lip in ((i / rows, 0.025), ((i + 1) / rows, 0)):
            x, y = X - Y * t + lip, Y * (1 - t) + lip
            z = ze + 0.10 + Y * pitch * t
            V += [(-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)]
        F = [(k, (k + 1) % 4, 4 + (k + 1) % 4, 4 + k) for k in range(4)] + [(3, 2, 1, 0), (4, 5, 6, 7)]
        raw('course', V, F, M, parent=R, smooth=False)
    box((2 * (X - Y) + 0.2, 0.16, 0.05), (0, 0, ze + 0.11 + Y * pitch), M, 0.02, 1, parent=R)
    box((2 * X, 2 * Y, 0.06), (0, 0, ze + 0.04), T, 0.01, 1, parent=R)
    for s in (-1, 1):
        box((2 * X + 0.06, 0.05, 0.15), (0, s * Y, ze + 0.05), T, 0.01, 1, parent=R)
        box((0.05, 2 * Y, 0.15), (s * X, 0, ze + 0.05), T, 0.01, 1, parent=R)
    zw = 0.30 + 0.72 + 0.62
    for k in (-1, 0, 1):
        window(R, -w * 0.29 + k * 0.645, -d / 2, zw, 0.46, 0.95, 'Y', G, T)
    window(R, w * 0.33, -d / 2, zw + 0.05, 0.8, 0.85, 'Y', G, T)
    for sx in (-1, 1):
        window(R, sx * w / 2, 0, zw, 0.8, 0.9, 'X', G, T)
    _door(R, T, w * 0.07, d, loc, accent)
    _chimney(R, w * 0.26, 0.3, ze + Y * pitch + 0.05, 0.85, 0.5, 0.95)
    return R
