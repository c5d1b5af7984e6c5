"""Broad-leaved trees, spruces and shrubs as single merged meshes."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *
from .materials import *
from .mesh import *


def leafmesh(name, centres, n, size, m, up=0.3, thick=0.35):
    """n diamond leaves spread over blobs [(centre, radius, zscale)], normals pointing out of the crown; thick: of the
    radius, where leaves are."""
    V, F, R, N = [], [], [], []
    tot = sum(r**2 for _, r, _ in centres)
    for c, r, zs in centres:
        for _ in range(int(n * r * r / tot)):
            d = Vector((random.gauss(0, 1), random.gauss(0, 1), random.gauss(0, 1))).normalized()
            rad = r * (1 - thick * random.random() ** 2)
            p = Vector(c) + Vector((d.x, d.y, d.z * zs)) * rad
            t = d.orthogonal().normalized()
            t.rotate(Matrix.Rotation(random.uniform(0, 6.28), 3, d))
            t = (t + d * random.uniform(-0.5, 0.9)).normalized()
            s = size * random.uniform(0.6, 1.3)
            b = t.cross(d).normalized() * s * 0.45
            i = len(V)
            V += [tuple(p), tuple(p + t * s * 0.5 + b), tuple(p + t * s), tuple(p + t * s * 0.5 - b)]
            F.append((i, i + 1, i + 2, i + 3))
            shade = 0.55 * random.random() + 0.45 * (d.z * 0.5 + 0.5)
            R += [shade] * 4
            nn = (d + Vector((0, 0, up))).normalized()
            N += [nn] * 4
    return raw(name, V, F, m, attr={'rnd': R}, normals=N)


def tree_round(h=4.2, cols=('leaf_a', 'leaf_b'), seed=1, leaves=20000, size=0.0175, name='tree'):
    random.seed(seed)
    root = empty(name)
    bark = mat('bark', 'bark', 0.9, var=0.25, bump=0.5, bscale=18)
    tube(
        [(0, 0, -0.1), (0.04, 0.02, h * 0.25), (-0.03, 0.05, h * 0.5), (0, 0, h * 0.8)],
        h * 0.028,
        bark,
        root,
        smooth=True,
    )
    blobs = [((0, 0, h * 0.70), h * 0.27, 0.85)]
    for k in range(8):
        a = k * 2.4 + random.random()
        d = h * random.uniform(0.16, 0.24)
        c = (math.cos(a) * d, math.sin(a) * d, h * random.uniform(0.48, 0.88))
        blobs.append((c, h * random.uniform(0.13, 0.19), 0.85))
        tube(
            [(0, 0, h * 0.35), tuple(Vector(c) * 0.5 + Vector((0, 0, h * 0.22))), c],
            h * 0.010,
            bark,
            root,
            smooth=True,
        )
    t = leafmesh(name + '_leaf', blobs, leaves, h * size, foliage_mat('leaf_' + '_'.join(cols), *cols))
    t.parent = root
    return root


def shrub(x, y, s=0.2, z=-0.42):
    """Low shrub with its stem below grade: only the crown shows."""
    t = tree_round(s * 5, cols=('#6B8438', '#B0AC52'), seed=int(s * 100), leaves=2600, size=0.024, name='shrub')
    t.location = (x, y, z)
    return t


def tree_pine(h=5.0, cols=('#4C6A3E', '#8A9A58'), seed=2, n=21000, name='pine', snow=False):
    """Spruce: drooping needle clumps on a scalloped cone, outward custom normals; snow=True whitens the upper side."""
    random.seed(seed)
    root = empty(name)
    bark = mat('bark', 'bark', 0.9, var=0.25, bump=0.5, bscale=18)
    cyl(h * 0.026, h * 0.9, (0, 0, h * 0.43), bark, r2=0.01, seg=10, parent=root)
    V, F, R, N = [], [], [], []
    tiers = 9
    for _ in range(n):
        f = 1 - math.sqrt(random.random())
        a = random.uniform(0, 6.283)
        ph = (f * tiers + 0.35 * math.sin(a * 3 + seed)) % 1  # 0 = tier bottom
        z = h * (0.12 + 0.88 * f)
        rad = (
            h
            * 0.215
            * (1 - f) ** 0.92
            * (1.12 - 0.42 * ph)
            * (1 + 0.10 * math.sin(a * 7 + f * 21))
            * random.uniform(0.72, 1.0)
            + 0.015
        )
        o = Vector((math.cos(a), math.sin(a), 0))
        p = o * rad + Vector((0, 0, z))
        d = (
            o * 0.9
            + Vector((0, 0, -0.55))
            + Vector((random.gauss(0, 0.3), random.gauss(0, 0.3), random.gauss(0, 0.22)))
        ).normalized()
        L = h * 0.033 * random.uniform(0.6, 1.15)
        w = d.cross(Vector((0, 0, 1))).normalized() * L * 0.20
        i = len(V)
        V += [tuple(p), tuple(p + d * L * 0.55 + w), tuple(p + d * L), tuple(p + d * L * 0.55 - w)]
        F.append((i, i + 1, i + 2, i + 3))
        r = 0.35 * random.random() + 0.55 * (1 - ph)
        R += [r * 0.5, r, r, r]
        nn = (o * 0.8 + Vector((0, 0, 0.75 if ph < 0.6 else 0.2))).normalized()
        N += [nn] * 4
    m = foliage_mat('pine_snow' if snow else 'pine_m', *(('#3D5244', '#E9EFF6') if snow else cols), translucent=0.15)
    t = raw(name + '_n', V, F, m, attr={'rnd': R}, normals=N)
    t.parent = root
    return root
