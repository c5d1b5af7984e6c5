"""Four trees of the region by their habit: maple, oak, birch and white pine. Limbs carry flat clumps of leaves with gaps between."""
import bpy, math, random
from mathutils import Vector
from .core import *
from .materials import *
from .mesh import *
from .plants import leafmesh

# base: where the crown begins; width: its radius; both as parts of the height. outline: (height in the crown, radius there).
# flat: height of a clump to its width. lean: how far below its clump a limb leaves the stem.
HABITS = dict(
    maple=dict(
        base=0.22,
        width=0.28,
        outline=[(0, 0.5), (0.2, 0.92), (0.45, 1), (0.7, 0.78), (0.9, 0.42), (1, 0.1)],
        clumps=52,
        size=(0.09, 0.13),
        flat=0.72,
        lean=0.20,
        leaves=27000,
        leaf=0.0165,
        cols=('#5F7D34', '#A9B04E'),
        bark='#54402F',
    ),
    oak=dict(
        base=0.33,
        width=0.43,
        outline=[(0, 0.72), (0.25, 1), (0.5, 0.96), (0.75, 0.7), (1, 0.22)],
        clumps=44,
        size=(0.09, 0.15),
        flat=0.5,
        lean=0.24,
        leaves=26000,
        leaf=0.0165,
        cols=('#56702E', '#98A048'),
        bark='#4A3B2D',
    ),
    birch=dict(
        base=0.26,
        width=0.19,
        outline=[(0, 0.45), (0.2, 0.9), (0.45, 1), (0.75, 0.7), (1, 0.14)],
        clumps=54,
        size=(0.06, 0.09),
        flat=0.85,
        lean=0.10,
        leaves=17000,
        leaf=0.0145,
        cols=('#7C9440', '#C3C05C'),
        bark='#DCD7CA',
        stems=3,
    ),
    pine=dict(
        base=0.20,
        width=0.27,
        outline=[(0, 0.8), (0.15, 1), (0.45, 0.8), (0.75, 0.5), (1, 0.1)],
        clumps=46,
        size=(0.07, 0.115),
        flat=0.3,
        lean=-0.02,
        leaves=30000,
        leaf=0.0185,
        cols=('#42633F', '#8C9E5C'),
        bark='#54402F',
    ),
)


def limbs(name, strands, m, parent):
    """Tapering wood: strands of (x, y, z, radius), as one curve."""
    cu = bpy.data.curves.new(name, 'CURVE')
    cu.dimensions = '3D'
    cu.bevel_depth = 1
    cu.bevel_resolution = 3
    cu.use_fill_caps = True
    for pts in strands:
        sp = cu.splines.new('POLY')
        sp.points.add(len(pts) - 1)
        for q, p in zip(sp.points, pts):
            q.co = (*p[:3], 1)
            q.radius = p[3]
    cu.materials.append(m)
    o = bpy.data.objects.new(name, cu)
    bpy.context.scene.collection.objects.link(o)
    o.parent = parent


def along(a, b, bow, r0, r1, n=7):
    """A strand from a to b, bowed upwards by `bow` meters in its middle."""
    return [
        (*(a.lerp(b, t) + Vector((0, 0, bow * 4 * t * (1 - t)))), r0 + (r1 - r0) * t**0.7) for t in [k / n for k in range(n + 1)]
    ]


def tree(kind, h=4.6, seed=1, cols=None):
    """A maple, oak, birch or white pine of height h in meters, on its own random stream: the scene's goes on as it was."""
    state = random.getstate()
    random.seed(seed * 31 + len(kind))
    k = HABITS[kind]
    root = empty(kind)
    out, base, width = k['outline'], k['base'], k['width']

    def reach(t):
        for (a, ra), (b, rb) in zip(out, out[1:]):
            if t <= b:
                return ra + (rb - ra) * (t - a) / (b - a)
        return out[-1][1]

    stems = []
    for s in range(k.get('stems', 1)):
        a = random.uniform(0, 6.28)
        off = Vector((math.cos(a), math.sin(a), 0)) * (h * 0.05 if k.get('stems') else 0)
        top = Vector((random.gauss(0, 0.015) * h, random.gauss(0, 0.015) * h, h * 0.94)) + off * 1.6
        stems.append((off, top * (1 - 0.09 * s)))
    r = h * (0.020 if k.get('stems') else 0.03)
    wood = [along(Vector((*(o * 0.4)[:2], -0.15)), t, 0, r, r * 0.2) for o, t in stems]
    blobs = []
    turn = random.uniform(0, 6.28)
    for i in range(k['clumps']):
        t = ((i + 0.5) / k['clumps']) ** 0.85
        a = turn + i * 2.4 + random.gauss(0, 0.25)
        d = h * width * reach(t) * (0.93 if i % 3 else 0.5) * random.uniform(0.82, 1.1)
        o, top = stems[i % len(stems)]
        z = h * (base + (1 - base) * t)
        heart = o.lerp(top, min(1, z / top.z))
        size = h * random.uniform(*k['size']) * (0.62 + 0.38 * reach(t))
        c = Vector((heart.x + math.cos(a) * d, heart.y + math.sin(a) * d, min(z, h - size * k['flat'])))
        blobs.append((tuple(c), size, k['flat'] * random.uniform(0.85, 1.15)))
        zs = max(h * base * 0.75, c.z - k['lean'] * h - 0.25 * d)
        wood.append(along(o.lerp(top, min(1, zs / top.z)), c, 0.06 * d, r * (0.42 - 0.25 * t), r * 0.10))
    limbs(kind + '_wood', wood, mat('bark' + k['bark'], k['bark'], 0.9, var=0.25, bump=0.5, bscale=18), root)
    cols = cols or k['cols']
    leafmesh(
        kind + '_leaf', blobs, k['leaves'], h * k['leaf'], foliage_mat('leaf_' + '_'.join(cols), *cols), thick=0.75
    ).parent = root
    random.setstate(state)
    return root
