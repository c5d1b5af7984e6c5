"""Clapboard farmhouse and garage."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *
from .materials import *
from .mesh import *


def window(R, x, y, z, ww, hh, ax, G, T):
    """Of four panes of glass G in a frame T, ww by hh; in a front wall (ax 'Y') or a gable wall ('X')."""
    sz = (lambda t, e: (ww + e, t, hh + e)) if ax == 'Y' else (lambda t, e: (t, ww + e, hh + e))
    box(sz(0.10, 0.18), (x, y, z), T, 0.015, 1, parent=R)
    box(sz(0.13, 0), (x, y, z), G, 0.005, 1, parent=R)
    w, h = ww - 0.008, hh - 0.008  # bars that end with the glass would have black points there
    box((0.04 if ax == 'Y' else 0.156, 0.156 if ax == 'Y' else 0.04, h), (x, y, z), T, 0.005, 1, parent=R)
    box((w if ax == 'Y' else 0.15, 0.15 if ax == 'Y' else w, 0.04), (x, y, z), T, 0.005, 1, parent=R)


def farmhouse(
    loc=(0, 0, 0),
    w=4.4,
    d=3.4,
    h=2.5,
    rz=0.0,
    siding='#EFEADF',
    roof='#4A4F52',
    lit=False,
    garage=False,
    porch=False,
    roof_over=0.32,
):
    """Small clapboard house with standing-seam gable roof (ridge along X)."""
    R = empty('house', loc, None, (0, 0, math.radians(rz)))
    S = mat('siding' + siding, siding, 0.7, var=0.04)
    T = mat('trim', '#FBF8F0', 0.6, var=0.02)
    C = mat('concrete', 'concrete', 0.85, var=0.10, bump=0.25, bscale=30)
    M = mat('roof' + roof, roof, 0.4, metal=0.2, var=0.08)
    box((w + 0.06, d + 0.06, 0.5), (0, 0, 0.05), C, 0.02, parent=R)
    n = int(h / 0.16)
    pitch = 0.62
    rise = d / 2 * pitch
    for i in range(n):
        box((w + 0.005 * (i % 2), d + 0.005 * (i % 2), 0.17), (0, 0, 0.30 + (i + 0.5) * h / n), S, 0.012, 1, parent=R)
        box((w + 0.03, d + 0.03, 0.03), (0, 0, 0.30 + (i + 0.06) * h / n), S, 0.01, 1, parent=R)
    g = int(rise / 0.16)
    for i in range(g):
        dd = d * (1 - (i + 0.5) / g)
        box(
            (w + 0.005 * (i % 2), dd, rise / g + 0.01), (0, 0, 0.30 + h + (i + 0.5) * rise / g), S, 0.012, 1, parent=R
        )
    for sx in (-1, 1):
        for sy in (-1, 1):
            box((0.14, 0.14, h), (sx * w / 2, sy * d / 2, 0.30 + h / 2), T, 0.01, 1, parent=R)
    a = math.atan(pitch)
    L = (d / 2 + 0.32) / math.cos(a)
    for sy in (-1, 1):
        cx = sy * (d / 2 + 0.32) / 2
        cz = 0.30 + h + rise - abs(cx) * pitch + 0.06
        box((w + 0.7, L, 0.09), (0, cx, cz), M, 0.02, 1, (-sy * a, 0, 0), R)
        box((w + 0.72, 0.05, 0.16), (0, sy * (d / 2 + 0.31), 0.30 + h - 0.32 * pitch + 0.05), T, 0.01, 1, parent=R)
        k = int((w + 0.6) / 0.42)
        for i in range(k + 1):
            box(
                (0.03, L, 0.05),
                (-(w + 0.6) / 2 + i * (w + 0.6) / k, cx - sy * 0.0, cz + 0.06),
                M,
                0.008,
                1,
                (-sy * a, 0, 0),
                R,
            )
    box((w + 0.7, 0.22, 0.06), (0, 0, 0.30 + h + rise + 0.10), M, 0.02, 1, parent=R)
    G = mat('win_lit', '#FFC46B', 0.3, emit=3.2) if lit else mat('win', '#22303A', 0.08, var=0.1)

    if garage:
        box((w * 0.64, 0.14, 1.66), (0, -d / 2, 0.30 + 0.80), T, 0.02, 1, parent=R)
        for k in range(4):
            box(
                (w * 0.60, 0.16, 0.38),
                (0, -d / 2 - 0.01, 0.50 + k * 0.40),
                mat('garage', '#D9D2C2', 0.6, var=0.03),
                0.03,
                2,
                parent=R,
            )
        return R
    for x in (-w * 0.30, w * 0.30):
        window(R, x, -d / 2, 0.30 + h * 0.55, 0.75, 1.05, 'Y', G, T)
    box((0.95, 0.10, 1.95), (0, -d / 2, 1.20), T, 0.015, 1, parent=R)
    box((0.80, 0.14, 1.85), (0, -d / 2, 1.18), mat('door', '#7A2E22', 0.45), 0.015, 1, parent=R)
    box((1.5, 0.8, 0.24), (0, -d / 2 - 0.4, 0.08), C, 0.02, parent=R)
    a_ = math.radians(rz)
    KEEP_OUT.append((loc[0] + (d / 2 + 0.4) * math.sin(a_), loc[1] - (d / 2 + 0.4) * math.cos(a_), 0.95))
    KEEP_OUT.append((loc[0], loc[1], min(w, d) * 0.55))
    sphere(0.035, (0.30, -d / 2 - 0.10, 1.15), mat('knob', '#C9A24A', 0.25, metal=1), R)
    if porch:  # open front porch on posts
        pw = w * 0.86
        py = -d / 2 - 0.62
        box((pw, 1.25, 0.22), (0, py, 0.16), mat('deck', '#9A8F80', 0.8, var=0.12, vscale=6), 0.02, parent=R)
        box((1.2, 0.34, 0.14), (0, py - 0.78, 0.05), C, 0.02, parent=R)
        box((pw + 0.36, 1.52, 0.07), (0, py + 0.02, 0.30 + h * 0.93), M, 0.02, 1, (0.20, 0, 0), R)
        box((pw + 0.1, 0.10, 0.16), (0, py - 0.52, 0.14 + h * 0.87), T, 0.01, 1, parent=R)
        for k in range(4):
            x = -pw / 2 + 0.08 + (pw - 0.16) * k / 3
            box((0.11, 0.11, h * 0.84), (x, py - 0.52, 0.22 + h * 0.40), T, 0.01, 1, parent=R)
    for sx in (-1, 1):
        window(R, sx * w / 2, 0, 0.30 + h * 0.55, 0.75, 1.05, 'X', G, T)
    box(
        (0.5, 0.5, 1.3),
        (w * 0.28, 0.35, 0.30 + h + rise * 0.9),
        mat('brick', '#8A4B3A', 0.9, var=0.2, vscale=12),
        0.02,
        parent=R,
    )
    box((0.6, 0.6, 0.1), (w * 0.28, 0.35, 0.30 + h + rise * 0.9 + 0.65), C, 0.02, parent=R)
    return R
