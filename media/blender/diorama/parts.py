"""Parts shared by the machines: paints, hydraulic cylinders, tracks, wheels, cab with operator, decals."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *
from .materials import *
from .mesh import *


def paint(mud=0.0):
    """Of the machines. A scene whose machine is muddy calls it first: a material keeps its first look."""
    return mat('paint_amber', 'amber', 0.32, var=0.06, dust=0.55, dust_h=1.6, mud=mud)


def dark():
    return mat('charcoal', 'charcoal', 0.5, var=0.2, dust=0.6, dust_h=1.3)


def steel():
    return mat('steel', 'steel', 0.28, metal=1, var=0.12)


def chrome():
    return mat('chrome', '#D5D6D4', 0.12, metal=1, var=0.03)


def trackm():
    return mat('track', '#3A342D', 0.6, metal=0.55, var=0.35, dust=0.85, dust_h=1.0)


def worn():
    return mat('worn_steel', '#75685A', 0.42, metal=0.8, var=0.35, vscale=4, dust=0.45, dust_h=3)


def hyd(name, A, pa, B, pb, r=0.07, frac=0.6):
    """Hydraulic cylinder between point pa on A and pb on B; stays attached when posed/animated."""
    ea, eb, ta, tb = (
        empty(name + 'A', pa, A),
        empty(name + 'B', pb, B),
        empty(name + 'a', pa, A),
        empty(name + 'b', pb, B),
    )
    bpy.context.view_layer.update()
    L = (ea.matrix_world.translation - eb.matrix_world.translation).length
    for e, tgt in ((ea, tb), (eb, ta)):  # separate targets: no dependency cycle
        c = e.constraints.new('DAMPED_TRACK')
        c.target = tgt
        c.track_axis = 'TRACK_X'
    lb = L * frac
    cyl(r, lb, (lb / 2, 0, 0), paint() if r > 0.085 else dark(), 'X', parent=ea, bevel=0.01, seg=20)
    cyl(r * 1.12, 0.07, (lb, 0, 0), dark(), 'X', parent=ea, seg=20)
    cyl(r * 0.55, L * 0.75, (L * 0.375, 0, 0), chrome(), 'X', parent=eb, seg=16)
    cyl(r * 0.9, r * 2.2, (0, 0, 0), dark(), 'Y', parent=eb, seg=16)
    cyl(r * 0.95, r * 2.3, (0, 0, 0), dark(), 'Y', parent=ea, seg=16)


def track(L=3.7, H=0.86, W=0.55, loc=(0, 0, 0), parent=None, pads=46, rollers=6, tri=None):
    """Crawler track, X along travel, bottom at z=0."""
    root = empty('track', loc, parent)
    r = H / 2 - 0.03
    half = L / 2 - H / 2
    per = 4 * half + 2 * math.pi * r
    pad = None
    for i in range(pads):
        s = per * i / pads
        if s < 2 * half:
            x, z, a = -half + s, r, 0
        elif s < 2 * half + math.pi * r:
            t = (s - 2 * half) / r
            x, z, a = half + r * math.sin(t), r * math.cos(t), t
        elif s < 4 * half + math.pi * r:
            x, z, a = half - (s - 2 * half - math.pi * r), -r, math.pi
        else:
            t = (s - 4 * half - math.pi * r) / r
            x, z, a = -half - r * math.sin(t), -r * math.cos(t), math.pi + t
        if s < 2 * half:
            z -= 0.03 * math.sin(math.pi * s / (2 * half))
        if pad is None:
            pad = box((per / pads * 0.93, W, 0.045), (0, 0, 0), trackm(), 0.008, 1, name='pad')
            g = box((0.03, W * 0.98, 0.05), (-0.03, 0, 0.04), trackm(), 0.008, 1, parent=pad)
            c = box((per / pads * 0.8, W * 0.34, 0.09), (0, 0, -0.06), trackm(), 0.012, 1, parent=pad)
            p = pad
            p.parent = root
        else:
            p = instance(pad, (0, 0, 0), parent=root)
        p.location = (x, 0, z + H / 2)
        p.rotation_euler = (0, a, 0)
    rr = H / 2 - 0.13
    cyl(rr, W * 0.30, (half, 0, H / 2), trackm(), 'Y', parent=root, bevel=0.03, seg=36)
    cyl(rr, W * 0.30, (-half, 0, H / 2), dark(), 'Y', parent=root, bevel=0.02, seg=14)
    for sx in (half, -half):
        cyl(rr * 0.62, W * 0.62, (sx, 0, H / 2), paint(), 'Y', parent=root, bevel=0.02)
        cyl(rr * 0.22, W * 0.72, (sx, 0, H / 2), dark(), 'Y', parent=root, bevel=0.01)
        for k in range(8):
            a = k * math.pi / 4
            for sy in (-1, 1):
                cyl(
                    0.022,
                    0.03,
                    (sx + math.cos(a) * rr * 0.44, sy * W * 0.315, H / 2 + math.sin(a) * rr * 0.44),
                    dark(),
                    'Y',
                    parent=root,
                    seg=6,
                )
    prism(
        [
            (-half + 0.2, 0.30 * H),
            (half - 0.25, 0.30 * H),
            (half - 0.1, 0.5 * H),
            (half - 0.35, 0.66 * H),
            (-half + 0.35, 0.66 * H),
            (-half + 0.1, 0.5 * H),
        ],
        W * 0.72,
        paint(),
        bevel=0.03,
        parent=root,
    )
    for i in range(rollers):
        x = -half + 0.25 + (2 * half - 0.5) * i / (rollers - 1)
        cyl(H * 0.15, W * 0.66, (x, 0, H * 0.21), dark(), 'Y', parent=root, bevel=0.012, seg=20)
    for x in (-half * 0.4, half * 0.4):
        cyl(H * 0.08, W * 0.6, (x, 0, H * 0.80), dark(), 'Y', parent=root, seg=16)
    return root


def wheel(r=0.5, w=0.32, loc=(0, 0, 0), parent=None, rim='#C9C9C6', lugs=26):
    root = empty('wheel', loc, parent)
    rub = mat('rubber', 'rubber', 0.85, var=0.2, dust=0.5, dust_h=0.7, bump=0.2)
    prof = [
        (r * 0.60, -w / 2),
        (r * 0.88, -w / 2),
        (r * 0.96, -w * 0.42),
        (r, -w * 0.30),
        (r, w * 0.30),
        (r * 0.96, w * 0.42),
        (r * 0.88, w / 2),
        (r * 0.60, w / 2),
    ]
    V, F = [], []
    n = 44
    for i in range(n):
        a = 2 * math.pi * i / n
        V += [(math.cos(a) * q, y, math.sin(a) * q) for q, y in prof]
    k = len(prof)
    for i in range(n):
        for j in range(k - 1):
            F.append((i * k + j, i * k + j + 1, ((i + 1) % n) * k + j + 1, ((i + 1) % n) * k + j))
    raw('tyre', V, F, rub, parent=root)
    for i in range(lugs):
        for sy in (-1, 1):
            a = 2 * math.pi * (i + 0.25 * sy) / lugs
            box(
                (r * 0.10, w * 0.40, r * 0.05),
                (math.sin(a) * (r + 0.008), sy * w * 0.25, math.cos(a) * (r + 0.008)),
                rub,
                0.005,
                1,
                (0, a, 0),
                root,
            )
    rm = mat('rim' + rim, rim, 0.35, metal=0.6, var=0.08, dust=0.4, dust_h=0.9)
    cyl(r * 0.62, w * 0.72, (0, 0, 0), rm, 'Y', parent=root, bevel=0.02, seg=36)
    for sy in (-1, 1):
        cyl(r * 0.44, 0.02, (0, sy * w * 0.37, 0), dark(), 'Y', parent=root, seg=30)
        cyl(r * 0.2, 0.08, (0, sy * w * 0.38, 0), rm, 'Y', parent=root, seg=20, bevel=0.015)
        for i in range(8):
            a = i * math.pi / 4
            cyl(
                0.022,
                0.05,
                (math.cos(a) * r * 0.33, sy * w * 0.38, math.sin(a) * r * 0.33),
                rm,
                'Y',
                parent=root,
                seg=6,
            )
    return root


def _svg_polys(path):
    """(fill, [(x, y)...]) for every path of an SVG made of straight M/L/H/V segments."""
    import re

    for d in re.findall(r'<path[^>]*>', open(path).read()):
        fill = re.search(r'fill="(#[0-9A-Fa-f]{6})"', d).group(1)
        x = y = 0.0
        pts = []
        cmd = 'M'
        tok = re.findall(r'[MLHVlhvzZ]|-?[0-9.]+', re.search(r' d="([^"]+)"', d).group(1))
        k = 0
        while k < len(tok):
            if tok[k].isalpha():
                cmd = tok[k]
                k += 1
                if cmd in 'zZ':
                    continue
            if cmd in 'MLl':
                a, b = float(tok[k]), float(tok[k + 1])
                k += 2
                x, y = (x + a, y + b) if cmd == 'l' else (a, b)
            else:
                a = float(tok[k])
                k += 1
                if cmd in 'Hh':
                    x = x + a if cmd == 'h' else a
                else:
                    y = y + a if cmd == 'v' else a
            pts.append((x, y))
        yield fill, pts


def decal(parent, loc, side=-1, size=0.34, tilt=0.0, plate=True):
    """The logo mark as a decal on a face looking towards side*Y, on a paper-coloured plate. tilt in degrees, nose up."""
    svg = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'logo.svg')
    root = empty('decal', loc, parent, (0, -math.radians(tilt), 0))
    flip = -side  # so that the mark is not mirrored

    def flat(pts, off, col):
        raw(
            'decal',
            [(flip * u, side * off, v) for u, v in pts],
            [tuple(range(len(pts)))],
            mat('decal' + col, col, 0.5, var=0),
            parent=root,
            smooth=False,
        )

    if plate:
        h = size * 0.62
        c = h * 0.28
        ring = [
            (sx * (h - c) + c * math.cos(a), sz * (h - c) + c * math.sin(a))
            for sx, sz, a0 in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270))
            for a in [math.radians(a0 + q * 22.5) for q in range(5)]
        ]
        flat(ring, 0.004, '#F4EDE0')
    for i, (fill, pts) in enumerate(_svg_polys(svg)):
        flat([((x - 48) / 96 * size, (48 - y) / 96 * size) for x, y in pts], 0.008 + (0.003 if i else 0), fill)
    return root


def operator(parent, x, y, z, s=1.0):
    """Small seated figure in a safety vest and white hat; z = seat height, facing +X."""
    vest = mat('vest', '#C9CE3F', 0.8, var=0.05)
    skin = mat('skin', '#B98565', 0.6)
    jeans = mat('jeans', '#34455C', 0.9)
    hat = mat('hat', '#F4F1E8', 0.4, var=0.03)
    tape = mat('tape', '#E9E7DA', 0.4, var=0)
    box((0.25 * s, 0.40 * s, 0.50 * s), (x - 0.02, y, z + 0.29 * s), vest, 0.09 * s, 3, (0, -0.08, 0), parent)
    box((0.262 * s, 0.412 * s, 0.05 * s), (x - 0.02, y, z + 0.24 * s), tape, 0.02, 2, (0, -0.08, 0), parent)
    cyl(0.05 * s, 0.12 * s, (x, y, z + 0.56 * s), skin, parent=parent, seg=12)
    sphere(0.115 * s, (x + 0.02, y, z + 0.67 * s), skin, parent)
    sphere(0.135 * s, (x + 0.01, y, z + 0.72 * s), hat, parent, (1, 1, 0.78))
    cyl(0.165 * s, 0.02 * s, (x + 0.03, y, z + 0.70 * s), hat, parent=parent, seg=24)
    for sy in (-1, 1):
        tube(
            [
                (x, y + sy * 0.21 * s, z + 0.46 * s),
                (x + 0.14 * s, y + sy * 0.26 * s, z + 0.24 * s),
                (x + 0.36 * s, y + sy * 0.20 * s, z + 0.28 * s),
            ],
            0.055 * s,
            vest,
            parent,
        )
        sphere(0.055 * s, (x + 0.38 * s, y + sy * 0.20 * s, z + 0.285 * s), skin, parent)
        tube(
            [
                (x - 0.02, y + sy * 0.11 * s, z + 0.06 * s),
                (x + 0.40 * s, y + sy * 0.13 * s, z + 0.08 * s),
                (x + 0.46 * s, y + sy * 0.13 * s, z - 0.32 * s),
            ],
            0.075 * s,
            jeans,
            parent,
        )
        cyl(0.018, 0.20, (x + 0.39 * s, y + sy * 0.20 * s, z + 0.22 * s), dark(), parent=parent, seg=8)


def seat(parent, x, y, z):
    s = mat('seat', '#34373A', 0.8)
    box((0.45, 0.46, 0.12), (x, y, z), s, 0.04, 2, parent=parent)
    box((0.12, 0.46, 0.62), (x - 0.24, y, z + 0.32), s, 0.05, 2, (0, -0.15, 0), parent)


def cab(parent, x0, x1, y0, y1, z0, z1, slant=0.22, rear=0.05, body=None, beacon=True, low=0.40, crew=True):
    """Operator cab: pillars, see-through tinted glass, seat and operator, door with handle and step, roof lamps, beacon."""
    body = body or paint()
    h = z1 - z0
    yc = (y0 + y1) / 2
    w = y1 - y0
    P = [(x0, z0), (x1 - 0.12, z0), (x1, z0 + h * 0.28), (x1 - slant, z1), (x0 + rear, z1)]
    c = Vector((sum(p[0] for p in P) / 5, sum(p[1] for p in P) / 5))
    inn = [tuple(c + (Vector(p) - c) * 0.955) for p in P]
    prism(inn, w * 0.94, clear_glass(), (0, yc, 0), 0.0, 1, parent)
    trim = mat('cab_trim', '#22262A', 0.8, var=0.1)
    box((x1 - x0 - 0.30, w * 0.86, 0.03), ((x0 + x1) / 2 - 0.05, yc, z0 + 0.07), trim, 0.005, 1, parent=parent)
    box((0.03, w * 0.86, h * 0.5), (x0 + 0.085, yc, z0 + h * 0.28), trim, 0.005, 1, parent=parent)
    box((0.16, w * 0.6, h * 0.30), (x1 - 0.24, yc, z0 + 0.06 + h * 0.15), trim, 0.03, 2, parent=parent)  # console
    seat(parent, x0 + 0.42, yc, z0 + h * 0.24)
    if crew:
        operator(parent, x0 + 0.46, yc, z0 + h * 0.24 + 0.06, 0.96)
    for y in (y0 + 0.04, y1 - 0.04):
        out = 1 if y > yc else -1
        tube([(a, y, b) for a, b in P], 0.048, dark(), parent, True)
        xm = x0 + (x1 - x0) * 0.40
        tube([(xm, y, z0), (xm, y, z1)], 0.036, dark(), parent)
        prism(
            [
                (x0 + 0.02, z0),
                (x1 - 0.13, z0),
                (x1 - 0.07, z0 + h * low * 0.5),
                (x1 - 0.10, z0 + h * low * 0.72),
                (xm, z0 + h * low),
                (x0 + 0.02, z0 + h * low),
            ],
            0.035,
            body,
            (0, y, 0),
            0.01,
            1,
            parent,
        )
        box((0.20, 0.03, 0.05), (xm + 0.16, y + out * 0.034, z0 + h * low - 0.10), dark(), 0.012, 2, parent=parent)
        box(
            (0.15, 0.025, 0.026), (xm + 0.16, y + out * 0.058, z0 + h * low - 0.10), chrome(), 0.01, 2, parent=parent
        )  # handle
        tube(
            [
                (xm - 0.07, y + out * 0.05, z0 + h * 0.30),
                (xm - 0.07, y + out * 0.085, z0 + h * 0.36),
                (xm - 0.07, y + out * 0.085, z0 + h * 0.70),
                (xm - 0.07, y + out * 0.05, z0 + h * 0.76),
            ],
            0.014,
            dark(),
            parent,
        )  # grab rail
    for a, b in P[1:]:
        tube([(a, y0 + 0.04, b), (a, y1 - 0.04, b)], 0.045, dark(), parent)
    box((x1 - 0.12 - x0, w, 0.06), ((x0 + x1 - 0.12) / 2, yc, z0), dark(), 0.01, 1, parent=parent)
    box((0.05, w * 0.95, h * low), (x0 + 0.01, yc, z0 + h * low / 2), body, 0.01, 1, parent=parent)
    box(
        (x1 - slant - x0 + 0.10, w + 0.08, 0.09),
        ((x0 + x1 - slant) / 2 + 0.02, yc, z1 + 0.03),
        body,
        0.035,
        3,
        parent=parent,
    )
    tube(
        [(x1 - slant * 0.35 + 0.02, yc, z0 + h * 0.62), (x1 - 0.03, yc - 0.15, z0 + h * 0.36)], 0.012, dark(), parent
    )
    for y in (y0 + 0.14, y1 - 0.14):
        box(
            (0.07, 0.14, 0.09),
            (x1 - slant + 0.05, y, z1 + 0.05),
            mat('lamp', '#F7F1DC', 0.2, emit=0.6),
            0.02,
            2,
            parent=parent,
        )
    if beacon:
        cyl(0.075, 0.05, (x0 + 0.25, yc, z1 + 0.10), dark(), parent=parent)
        cyl(
            0.065,
            0.14,
            (x0 + 0.25, yc, z1 + 0.19),
            mat('beacon', '#FF8A1E', 0.2, emit=0.5),
            parent=parent,
            bevel=0.02,
        )


def hose(A, pa, B, pb, sag=0.18, r=0.022, parent=None, lift=(0, 0, 1)):
    """Hydraulic hose between point pa on A and pb on B, bowed by `sag` along `lift`; made for the pose as it stands."""
    bpy.context.view_layer.update()
    inv = A.matrix_world.inverted()
    p = Vector(pa)
    q = inv @ B.matrix_world @ Vector(pb)
    up = inv.to_3x3() @ Vector(lift)
    return tube(
        [tuple(p), tuple(p.lerp(q, 0.28) + up * sag * 0.8), tuple(p.lerp(q, 0.62) + up * sag), tuple(q)],
        r,
        mat('hose', '#1E1F20', 0.55, var=0.1),
        A,
        smooth=True,
    )
