"""Tri-axle dump truck, as Michigan's roads have them: conventional day cab, a lift axle before the tandem, tipping box. With a
snow plow, a shorter one on a single rear axle."""
import bpy, bmesh, math, random
from mathutils import Vector, noise
from .core import *
from .materials import *
from .mesh import *
from .parts import *
from .ground import stones
from .dozer import blade


def _cargo(kind, parent, at, size):
    """A heap of soil, stone or salted sand of this size: half its axes, in meters. Returns its material."""
    stone = kind == 'stone'
    col, var = dict(soil=('#6B4A2E', 0.35), stone=('#B3A999', 0.25), salt=('#A8977B', 0.25))[kind]
    m = mat(kind + '_loose', col, 0.95, var=var, vscale=9, bump=0.8, bscale=25)
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=4, radius=1)
    for v in bm.verts:
        v.co *= 1 + 0.12 * noise.fractal(v.co * 2.2, 1, 2, 3)
    bmesh.ops.scale(bm, vec=size, verts=bm.verts)
    top = [tuple(v.co) for v in bm.verts if v.co.z > 0.02]
    obj('heap', finish(bm, 'heap', 0, 1), m, at, (0, 0, 0), parent)
    if stone:
        spread = lambda: random.gauss(0, 0.03)
        P = [(x + spread(), y + spread(), z, random.uniform(0.03, 0.055)) for x, y, z in top for _ in (0, 1)]
        P = [p for p in P if abs(p[1]) < size[1]]
        stones(P, stone_mat('washed', '#9A9284', '#DAD2C2'), 'cargo', parent=parent, loc=at)
    return m


def triaxle(loc=(0, 0, 0), heading=0.0, col='amber', dust=0.45, bed=0.0, gate=0.0, cargo='soil', scale=0.86, crew=True, plow=None, lights=False):
    """bed = tipping angle and gate = tailgate opening in degrees; cargo soil, stone, salt or None; plow = its blade's angle.
    Origin below the middle of the frame, its nose 3.95 ahead and its tail 4.4 behind (2.9 with a plow), times scale.
    Returns dict(root, bed, gate, blade)."""
    short = 0 if plow is None else 1.5
    axles = (-1.75,) if short else (-1.35, -2.62, -3.72)  # else lift axle and tandem
    P = mat('triaxle_%s%d' % (col, dust * 100), col, 0.28, var=0.04, dust=dust, dust_h=1.3)
    D = mat('charcoal_truck', 'charcoal', 0.5, var=0.15, dust=dust and 0.4, dust_h=0.9)
    silver = mat('tank', '#B9BBBA', 0.25, metal=1, var=0.05)
    lens = mat('headlamp%d' % lights, '#FFF0CF', 0.2, emit=5 if lights else 0.5)
    R = empty('triaxle', loc, None, (0, 0, math.radians(heading)))
    R.scale = (scale,) * 3
    arch = lambda x, r, a0, a1, n=12: [
        (x + math.cos(a) * r, 0.52 + math.sin(a) * r) for a in [math.radians(a0 + (a1 - a0) * k / n) for k in range(n + 1)]
    ]
    box((8.0 - short, 0.92, 0.26), (-0.35 + short / 2, 0, 0.80), D, 0.03, 2, parent=R)
    for sy in (-1, 1):
        wheel(0.52, 0.32, (2.85, sy * 0.98, 0.52), R)
        for x in axles:
            wheel(0.52, 0.28, (x, sy * 1.04, 0.52), R)
            if x < -1.5:  # dual tires
                wheel(0.52, 0.26, (x, sy * 0.73, 0.52), R)
        prism(arch(2.85, 0.70, -6, 186) + arch(2.85, 0.63, 186, -6), 0.50, P, (0, sy * 0.96, 0), 0.012, 1, R)
        box((0.55, 0.34, 0.30), (3.62, sy * 0.86, 1.00), P, 0.06, 3, parent=R)
        box((0.06, 0.30, 0.18), (3.90, sy * 0.84, 1.04), lens, 0.02, 2, parent=R)
        shell(arch(axles[len(axles) // 2], 0.64, 100, 168), 0.70, 0.03, D, parent=R, loc=(0, sy * 0.90, 0))
        box((0.02, 0.62, 0.46), (-4.38 + short, sy * 0.90, 0.52), mat('flap', '#1E1E1F', 0.8), 0.005, 1, parent=R)
        cyl(0.30, 1.15, (0.95, sy * 0.86, 0.70), silver, 'X', parent=R, bevel=0.04, seg=36)
        for x in (0.55, 1.35):
            cyl(0.306, 0.05, (x, sy * 0.86, 0.70), D, 'X', parent=R, seg=36)
        box((0.9, 0.24, 0.04), (1.0, sy * 1.06, 1.00), chrome(), 0.01, 1, parent=R)
        cyl(0.085, 1.75, (0.30, sy * 0.92, 1.95), chrome(), parent=R, seg=20)  # stacks
        cyl(0.115, 0.85, (0.30, sy * 0.92, 1.75), silver, parent=R, seg=20)
        tube([(1.72, sy * 1.08, 2.0), (1.78, sy * 1.30, 2.08)], 0.02, D, R)
        box((0.12, 0.05, 0.46), (1.80, sy * 1.32, 2.14), chrome(), 0.02, 2, parent=R)
    # hood and grille
    prism([(1.70, 0.92), (3.80, 0.92), (3.86, 1.30), (3.80, 1.58), (3.62, 1.70), (1.70, 1.92)], 1.24, P, bevel=0.08, seg=3, parent=R)
    box((0.08, 1.00, 0.78), (3.84, 0, 1.24), chrome(), 0.03, 2, parent=R)
    box((0.08, 0.88, 0.66), (3.855, 0, 1.24), D, 0.02, 1, parent=R)
    for k in range(7):
        box((0.04, 0.035, 0.64), (3.89, -0.36 + k * 0.12, 1.24), chrome(), 0.008, 1, parent=R)
    box((0.18, 2.36, 0.30), (3.92, 0, 0.66), chrome(), 0.05, 2, parent=R)
    for sy in (-1, 1):
        for k in range(4):
            box((0.34, 0.02, 0.035), (2.2, sy * 0.622, 1.42 + k * 0.08), D, 0.006, 1, parent=R)
    # cab
    prism([(0.42, 0.98), (1.84, 0.98), (1.84, 1.95), (0.42, 1.95)], 2.02, P, bevel=0.06, seg=3, parent=R)
    trim = mat('cab_trim', '#22262A', 0.8, var=0.1)
    box((1.30, 1.86, 0.03), (1.12, 0, 1.965), trim, 0.005, 1, parent=R)
    box((0.05, 1.80, 0.66), (0.50, 0, 2.30), trim, 0.01, 1, parent=R)
    box((0.24, 1.72, 0.10), (1.64, 0, 2.02), trim, 0.04, 2, parent=R)
    prism([(0.46, 1.94), (1.80, 1.94), (1.58, 2.66), (0.48, 2.66)], 1.90, clear_glass(), bevel=0, seg=1, parent=R)
    for y in (-0.45, 0.45):
        box((0.12, 0.46, 0.44), (0.72, y, 2.16), mat('seat', '#34373A', 0.8), 0.05, 2, (0, -0.15, 0), R)
    if crew:
        operator(R, 0.98, 0.45, 1.76, 0.94)
    wheel_at = [(1.36 + 0.05 * math.sin(a), 0.45 + 0.19 * math.cos(a), 2.10 + 0.17 * math.sin(a)) for a in [math.pi * k / 8 for k in range(16)]]
    tube(wheel_at, 0.014, trim, R, True)
    for sy in (-1, 1):
        for a, b in (((0.46, 0.99, 1.92), (0.48, 0.96, 2.66)), ((1.82, 0.99, 1.92), (1.58, 0.95, 2.66))):
            tube([(a[0], sy * a[1], a[2]), (b[0], sy * b[1], b[2])], 0.055, P, R)
        for x in (0.52, 1.76):  # the door's gaps
            box((0.016, 0.02, 0.92), (x, sy * 1.014, 1.46), D, 0.004, 1, parent=R)
        box((1.40, 0.02, 0.09), (1.13, sy * 1.013, 1.10), D, 0.005, 1, parent=R)
        box((1.40, 0.02, 0.024), (1.13, sy * 1.014, 1.18), mat('stripe', '#F4EDE0', 0.45, var=0.02), 0.004, 1, parent=R)
        box((0.19, 0.03, 0.06), (0.70, sy * 1.016, 1.80), D, 0.012, 2, parent=R)
        box((0.14, 0.025, 0.026), (0.70, sy * 1.038, 1.805), chrome(), 0.01, 2, parent=R)
        decal(R, (1.20, sy * 1.012, 1.52), sy, 0.40)
    prism([(0.40, 2.62), (1.64, 2.62), (1.60, 2.76), (1.40, 2.83), (0.46, 2.83)], 2.0, P, bevel=0.05, seg=3, parent=R)
    box((0.30, 1.9, 0.03), (1.74, 0, 2.68), P, 0.01, 1, (0, 0.35, 0), R)  # sun visor
    for k in range(5):
        box((0.09, 0.10, 0.06), (1.50, -0.72 + k * 0.36, 2.85), mat('bar%d' % lights, '#FF9A1F', 0.2, emit=6 if lights else 0.6), 0.02, 2, parent=R)
    for y in (-0.3, 0.3):
        cyl(0.035, 0.55, (1.0, y, 2.90), chrome(), 'X', r2=0.06, parent=R, seg=16)  # air horns
    box((0.12, 1.7, 0.18), (-4.36 + short, 0, 0.80), D, 0.02, 1, parent=R)
    for sy in (-1, 1):
        box((0.06, 0.16, 0.14), (-4.43 + short, sy * 0.66, 0.80), mat('tail', '#D42A1E', 0.3, emit=2.5), 0.02, 1, parent=R)
    # box, hinged at the rear of the frame
    S = mat('dumpbox', '#3B4044', 0.45, metal=0.3, var=0.08, dust=dust and 0.3, dust_h=2.4)
    hx, hz = -4.10 + short, 1.14
    mid = -2.05 + short / 2
    Bd = empty('bed', (hx, 0, hz), R, (0, -math.radians(bed), 0))

    def bb(size, x, y, z, m=S, bv=0.02, sg=1, rot=(0, 0, 0)):
        return box(size, (x - hx, y, z - hz), m, bv, sg, rot, Bd)

    bb((4.35 - short, 2.06, 0.10), mid, 0, 1.24)
    bb((0.10, 2.2, 1.22), 0.10, 0, 1.86, bv=0.03, sg=2)
    bb((0.85, 2.1, 0.07), 0.56, 0, 2.92, rot=(0, -0.06, 0))  # cab shield
    bb((0.08, 2.1, 0.50), 0.14, 0, 2.68)
    for sy in (-1, 1):
        bb((4.30 - short, 0.07, 1.08), mid, sy * 1.09, 1.80)
        bb((4.42 - short, 0.15, 0.11), mid, sy * 1.10, 2.36)
        bb((4.38 - short, 0.13, 0.10), mid, sy * 1.10, 1.28)
        bb((4.2 - short, 0.14, 0.16), mid, sy * 0.36, 1.10, D)
        for k in range(6 if short else 9):
            bb((0.09, 0.12, 0.98), -0.15 - k * 0.50, sy * 1.14, 1.82)
    G = empty('gate', (-4.24 + short - hx, 0, 2.36 - hz), Bd, (0, math.radians(gate), 0))
    box((0.08, 2.12, 1.06), (0, 0, -0.54), S, 0.03, 2, parent=G)
    cyl(0.045, 2.34, (0, 0, 0), D, 'Y', parent=G, seg=14)
    for k in (-0.75, 0, 0.75):
        box((0.13, 0.09, 0.98), (-0.01, k, -0.54), S, 0.02, 1, parent=G)
    box((0.13, 2.0, 0.10), (-0.01, 0, -0.52), S, 0.02, 1, parent=G)
    if bed:  # telescopic hoist before the box
        hyd('hoist', R, (-0.05, 0, 0.80), Bd, (-0.02 - hx, 0, 2.0 - hz), 0.15, 0.5)
        _cargo(cargo, Bd, (-3.0 - hx, 0, 1.84 - hz), (1.15, 0.98, 0.55))
    elif cargo:
        m = _cargo(cargo, Bd, (mid - hx, 0, 2.02 - hz), (2.15 - short / 2, 1.0, 0.62))
        bb((4.2 - short, 2.04, 0.6), mid, 0, 1.55, m, 0)
    return dict(root=R, bed=Bd, gate=G, blade=_plow(R, D, plow, lens, lights) if short else None)


def _plow(R, D, angle, lens, lights):
    """Plow on its frame before the bumper, lamps above the blade, beacons on the roof, salt spreader at the tail."""
    box((0.24, 1.3, 0.05), (0.75, 0, 2.86), D, 0.02, 1, parent=R)
    for k in range(5):
        box((0.20, 0.20, 0.12), (0.75, -0.52 + k * 0.26, 2.94), mat('bar%d' % lights, '#FF9A1F', 0.2, emit=6), 0.03, 2, parent=R)
    for sy in (-1, 1):
        tube([(3.80, sy * 0.95, 1.0), (3.95, sy * 0.95, 1.72)], 0.02, D, R)
        box((0.12, 0.22, 0.16), (3.97, sy * 0.95, 1.78), D, 0.03, 2, parent=R)
        box((0.02, 0.18, 0.12), (4.035, sy * 0.95, 1.78), lens, 0.005, 1, parent=R)
        tube([(3.80, sy * 0.45, 0.62), (4.75, 0, 0.38)], 0.06, D, R)
    box((0.18, 1.1, 0.16), (4.75, 0, 0.40), D, 0.03, 2, parent=R)
    tube([(4.0, 0, 0.9), (4.0, 0, 1.25), (4.70, 0, 0.55)], 0.05, D, R)
    box((0.5, 0.8, 0.5), (-3.22, 0, 1.0), mat('dumpbox', '#3B4044'), 0.04, 2, parent=R)
    cyl(0.3, 0.06, (-3.32, 0, 0.62), mat('tank', '#B9BBBA'), parent=R, bevel=0.01)
    B = blade(3.3, 1.05, R, (5.0, 0, 0.04), angle, mat('plow', '#D9531E', 0.35, var=0.06), 8, 0.34)
    for q in (-0.07, 0.07):
        hose(R, (3.94, 0.25 + q, 0.95), B, (-0.16, 0.55 + q, 0.55), 0.22, 0.016)
    for sy in (-1, 1):
        tube([(0, sy * 1.6, 1.0), (-0.03, sy * 1.62, 1.7)], 0.018, mat('marker', '#FF7A1A', 0.4, emit=0.4), B)
    box((0.06, 3.3, 0.22), (0.30, 0, 1.11), mat('rubber_c', 'rubber', 0.8), 0.01, 1, (0, 0.5, 0), B)
    return B
