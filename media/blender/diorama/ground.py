"""The block of ground: heightfield with cut faces, grass, loose and embedded stones, roots, gravel lenses."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *
from .materials import *
from .mesh import *


def smooth01(x):
    x = max(0, min(1, x))
    return x * x * (3 - 2 * x)


def fbm(x, y, s=1.0, o=3):
    return noise.fractal(Vector((x * s, y * s, 3.7)), 1.0, 2.0, o)


def pit(x, y, x0, x1, y0, y1, slope=0.25, wob=0.12):
    """1 inside a rectangle, 0 outside, with a battered ragged edge of width `slope`."""
    w = wob * fbm(x, y, 1.3)
    d = min(x - x0, x1 - x, y - y0, y1 - y) + w
    return smooth01(d / slope)


def mound(x, y, cx, cy, rx, ry, h):
    d = math.hypot((x - cx) / rx, (y - cy) / ry)
    return h * (1 - d * d) ** 1.25 * (1 + 0.28 * fbm(x, y, 1.1) + 0.10 * fbm(x, y, 4)) if d < 1 else 0


class Ground:
    """Heightfield block with skirts. f(x,y) -> (z, cover); holes = [(xa,xb,za,zb)] cut in the front (y=y0) face."""

    def __init__(s, f, x0, x1, y0, y1, base=-3.2, res=0.07, material=None, holes=(), name='ground', rough=0.03):
        s.f, s.b = f, (x0, x1, y0, y1, base)
        nx = int((x1 - x0) / res) + 1
        ny = int((y1 - y0) / res) + 1
        V, C, F = [], [], []
        for j in range(ny):
            y = y0 + (y1 - y0) * j / (ny - 1)
            for i in range(nx):
                x = x0 + (x1 - x0) * i / (nx - 1)
                z, c = f(x, y)
                V.append((x, y, z + rough * fbm(x, y, 4, 3) * (1 if c < 0.9 else 0.4)))
                C.append(c)
        for j in range(ny - 1):
            for i in range(nx - 1):
                a = j * nx + i
                F.append((a, a + 1, a + nx + 1, a + nx))
        nz = max(8, int((0 - base) / res))

        def skirt(ids, inward, cut):
            prev = ids
            tops = [V[i][2] for i in ids]
            for k in range(1, nz + 1):
                cur = []
                for q, i in enumerate(ids):
                    x, y, _ = V[i]
                    z = tops[q] + (base - tops[q]) * k / nz
                    d = (
                        0.035
                        * noise.fractal(Vector((x * 3, y * 3, z * 3)), 1, 2, 3)
                        * min(1, min(q, len(ids) - 1 - q) / 3)
                    )  # corners stay shut
                    V.append((x + inward[0] * d, y + inward[1] * d, z))
                    C.append(0)
                    cur.append(len(V) - 1)
                for q in range(len(ids) - 1):
                    ax = (V[cur[q]][0] + V[cur[q + 1]][0]) / 2
                    az = (V[cur[q]][2] + V[prev[q]][2]) / 2
                    if cut and any(a < ax < b and c < az < d for a, b, c, d in holes):
                        continue
                    F.append((prev[q], cur[q], cur[q + 1], prev[q + 1]))
                prev = cur

        skirt([i for i in range(nx)], (0, 1), True)
        skirt([j * nx + nx - 1 for j in range(ny)], (-1, 0), False)
        skirt([(ny - 1) * nx + i for i in reversed(range(nx))], (0, -1), False)
        skirt([j * nx for j in reversed(range(ny))], (1, 0), False)
        s.o = raw(
            name,
            V,
            F,
            material or strata_mat(zmin=base),
            attr={
                'lawn': [float(c == 1) for c in C],
                'gravel': [float(c == 0.5) for c in C],
                'snow': [float(c == 2) for c in C],
            },
        )
        s.o.data.auto_smooth_angle = math.radians(55)

    def z(s, x, y):
        return s.f(x, y)[0]


def close(g):
    """Takes away what stood out of the cut front face below grade: with the ground closed it lies behind that face."""
    bpy.context.view_layer.update()
    for o in list(bpy.context.scene.objects):
        if o.type in ('MESH', 'CURVE') and not o.name.startswith(('ground', 'face_stones', 'lens', 'roots', 'grass')):
            box = [o.matrix_world @ Vector(c) for c in o.bound_box]
            if min(v.y for v in box) < g.b[2] + 0.06 and max(v.z for v in box) < 0.05:
                bpy.data.objects.remove(o)


def grass(g, density=420, h=(0.10, 0.24), cover=1, keep=lambda x, y: True, name='grass', cols=('grass_a', 'grass_b')):
    """Blades as single triangles with up-facing custom normals (soft, quiet shading)."""
    x0, x1, y0, y1, _ = g.b
    V, F, R, N = [], [], [], []
    for _ in range(int((x1 - x0) * (y1 - y0) * density)):
        x = random.uniform(x0, x1)
        y = random.uniform(y0, y1)
        z, c = g.f(x, y)
        if abs(c - cover) > 0.25 or not keep(x, y):
            continue
        if any(
            (len(k) == 4 and k[0] < x < k[1] and k[2] < y < k[3])
            or (len(k) == 3 and math.hypot(x - k[0], y - k[1]) < k[2])
            for k in KEEP_OUT
        ):
            continue
        if fbm(x, y, 1.1) < -0.35 and random.random() < 0.5:
            continue
        a = random.uniform(0, 6.28)
        hh = random.uniform(*h) * (1 + 0.4 * fbm(x, y, 0.8))
        w = 0.018
        t = random.uniform(0.0, 0.6) * hh
        b = random.uniform(0, 6.28)
        dx, dy = math.cos(a) * w, math.sin(a) * w
        i = len(V)
        V += [
            (x - dx, y - dy, z - 0.02),
            (x + dx, y + dy, z - 0.02),
            (x + math.cos(b) * t, y + math.sin(b) * t, z + hh),
        ]
        F.append((i, i + 1, i + 2))
        r = random.random()
        R += [r * 0.6, r * 0.6, r]
        n = Vector((math.cos(b) * 0.35, math.sin(b) * 0.35, 1)).normalized()
        N += [n, n, n]
    return raw(name, V, F, foliage_mat(name + '_m', *cols), attr={'rnd': R}, normals=N)


def rock(seed):
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=1 if seed % 3 else 2, radius=1)
    off = Vector((seed * 7.1, 0, 0))
    for v in bm.verts:
        v.co *= 0.8 + 0.45 * noise.noise(v.co * 1.1 + off)
        v.co.z *= 0.75
    V = [tuple(v.co) for v in bm.verts]
    F = [[v.index for v in f.verts] for f in bm.faces]
    bm.free()
    return V, F


def stones(pts, m, name='stones', **kw):
    """pts = [(x,y,z,radius)] merged into one mesh."""
    lib = [rock(i) for i in range(9)]
    V, F = [], []
    for x, y, z, r in pts:
        rv, rf = random.choice(lib)
        M = (
            Matrix.Rotation(
                random.uniform(0, 6.28), 3, Vector((random.random() - 0.5, random.random() - 0.5, 1)).normalized()
            )
            * r
        )
        o = len(V)
        V += [tuple(M @ Vector(v) + Vector((x, y, z))) for v in rv]
        F += [[o + i for i in f] for f in rf]
    return raw(name, V, F, m, **kw)


def scatter_stones(g, n, where, r=(0.03, 0.09), m=None, sink=0.35, name='stones'):
    x0, x1, y0, y1, _ = g.b
    P = []
    k = 0
    while len(P) < n and k < n * 60:
        k += 1
        x = random.uniform(x0 + 0.05, x1 - 0.05)
        y = random.uniform(y0 + 0.05, y1 - 0.05)
        if where(x, y):
            rr = r[0] + (r[1] - r[0]) * random.random() ** 2.2
            P.append((x, y, g.z(x, y) + rr * (1 - 2 * sink), rr))
    return stones(P, m or stone_mat(), name)


def face_stones(g, n, zr, r=(0.03, 0.1), m=None, faces='fl', skip=lambda x, z: False):
    """Pebbles embedded in the front ('f') / left ('l') / right ('r') cut faces between zr=(lo,hi)."""
    x0, x1, y0, y1, _ = g.b
    P = []
    while len(P) < n:
        rr = r[0] + (r[1] - r[0]) * random.random() ** 2.2
        z = random.uniform(*zr)
        f = random.choice(faces)
        x, y = {
            'f': (random.uniform(x0, x1), y0 + rr * 0.25),
            'l': (x0 + rr * 0.25, random.uniform(y0, y1)),
            'r': (x1 - rr * 0.25, random.uniform(y0, y1)),
        }[f]
        if f == 'f' and skip(x, z):
            continue
        P.append((x, y, z, rr))
    return stones(P, m or stone_mat(), 'face_stones')


def gravel_lens(g, cx, cz, rx, rz, n=120, r=(0.016, 0.065), m=None):
    """Stones of a gravel pocket in the front face; name the same ellipse in strata_mat(lenses=...)."""
    y0 = g.b[2]
    P = []
    while len(P) < n:
        u, v = random.uniform(-1, 1), random.uniform(-1, 1)
        if u * u + v * v < 1 - 0.25 * random.random():
            rr = r[0] + (r[1] - r[0]) * random.random() ** 2
            P.append((cx + u * rx, y0 + rr * 0.25, cz + v * rz * (1 - 0.3 * u * u), rr))
    return stones(P, m or stone_mat('lens_stone', '#645847', '#A69780'), 'lens')


def roots(g, n=26, faces='f', depth=(0.4, 1.2), near=(), below=9, skip=lambda x, z: False):
    """Fine tapering roots with side branches hanging in the cut faces.

    near = x positions on the front face where they gather; below = highest z they may start from (under snow)."""
    x0, x1, y0, y1, _ = g.b
    cu = bpy.data.curves.new('roots', 'CURVE')
    cu.dimensions = '3D'
    cu.bevel_depth = 1
    cu.bevel_resolution = 1
    cu.use_fill_caps = True

    def strand(face, s, z, ang, length, r, level):
        pts, k, step = [], 0, 0.07
        while k * step < length:
            x, y = {'f': (s, y0 - 0.006), 'r': (x1 + 0.006, s), 'l': (x0 - 0.006, s)}[face]
            if (
                face == 'f'
                and skip(x, z)
                or not (x0 if face == 'f' else y0) + 0.1 < s < (x1 if face == 'f' else y1) - 0.1
            ):
                break
            pts.append((x, y, z, r * (1 - k * step / length) ** 0.8 + 0.0025))
            ang += random.gauss(0, 0.22) - ang * 0.10
            s += math.sin(ang) * step
            z -= math.cos(ang) * step
            k += 1
            if level < 2 and random.random() < 0.16:
                strand(
                    face,
                    s,
                    z,
                    ang + random.choice((-1, 1)) * random.uniform(0.3, 0.75),
                    length * random.uniform(0.25, 0.5),
                    r * 0.55,
                    level + 1,
                )
        if len(pts) > 2:
            sp = cu.splines.new('POLY')
            sp.points.add(len(pts) - 1)
            for q, p in zip(sp.points, pts):
                q.co = (*p[:3], 1)
                q.radius = p[3]

    for i in range(n):
        face = random.choice(faces)
        lo, hi = (x0, x1) if face == 'f' else (y0, y1)
        s = (
            random.gauss(random.choice(near), 0.35)
            if near and face == 'f' and random.random() < 0.6
            else random.uniform(lo + 0.2, hi - 0.2)
        )
        if not lo + 0.2 < s < hi - 0.2:
            continue
        top = min(below, g.z(*{'f': (s, y0), 'r': (x1, s), 'l': (x0, s)}[face]))
        if top < -0.25:
            continue
        strand(
            face,
            s,
            top - random.uniform(0.06, 0.22),
            random.gauss(0, 0.35),
            random.uniform(*depth),
            random.uniform(0.006, 0.013),
            0,
        )
    cu.materials.append(mat('root', '#6E5238', 0.9, var=0.25))
    o = bpy.data.objects.new('roots', cu)
    bpy.context.scene.collection.objects.link(o)
    return o
