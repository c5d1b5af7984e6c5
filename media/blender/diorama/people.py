"""A crew member on foot, in a hard hat and a vest."""
import math
from .core import *
from .materials import *
from .mesh import *

# The right arm, then the left, of someone facing +X: elbow and hand, in metres from the feet.
POSES = {
    'stand': (((-0.05, -0.33, 1.10), (0.10, -0.31, 0.86)), ((-0.05, 0.33, 1.10), (0.10, 0.31, 0.86))),
    'signal': (((0.10, -0.38, 1.52), (0.16, -0.33, 1.84)), ((-0.04, 0.33, 1.10), (0.10, 0.30, 0.88))),
    'hold': (((0.12, -0.33, 1.16), (0.38, -0.16, 1.22)), ((0.00, 0.33, 1.10), (0.12, 0.30, 0.86))),
    'work': (((0.14, -0.32, 1.12), (0.42, -0.08, 1.10)), ((0.16, 0.30, 1.06), (0.40, 0.04, 0.84))),
}
SECOND = dict(hat='#E8981A', jeans='#5A4A3A')  # what the second one in a scene wears


def worker(at, heading=0.0, pose='stand', vest='#E2662C', hat='#F1EEE6', jeans='#41506A', tool=None):
    """Stands at (x, y, z) and faces `heading` (degrees, as the machines'). tool: 'rod' (a grade rod) or 'shovel'."""
    V, H = mat('vest' + vest, vest, 0.8, var=0.05), mat('hat' + hat, hat, 0.35, var=0.03)
    J, S = mat('jeans' + jeans, jeans, 0.9, var=0.15, dust=0.5, dust_h=0.7), mat('sleeve', '#5B6168', 0.9, var=0.1)
    skin, boot = mat('skin', '#BE8A68', 0.6, var=0.05), mat('boot_leather', '#6B4A2E', 0.8, var=0.15)
    band = mat('reflective', '#EDEBDD', 0.4, var=0)
    P = empty('worker', at, None, (0, 0, math.radians(heading)))
    for side in (-1, 1):
        step = 0.07 * side
        box((0.29, 0.115, 0.11), (0.05 + step, side * 0.115, 0.055), boot, 0.04, 2, parent=P)
        tube([(step, side * 0.115, 0.09), (0.02 + step / 2, side * 0.11, 0.46), (0, side * 0.095, 0.90)], 0.088, J, P, smooth=True)
    box((0.25, 0.36, 0.20), (0, 0, 0.90), J, 0.08, 3, parent=P)
    box((0.27, 0.42, 0.56), (0, 0, 1.20), V, 0.10, 4, parent=P)
    for z in (1.06, 1.20):
        box((0.277, 0.427, 0.035), (0, 0, z), band, 0.10, 4, parent=P)
    for side in (-1, 1):
        box((0.284, 0.045, 0.44), (0, side * 0.12, 1.25), band, 0.10, 4, parent=P)
    hands = []
    for side, (elbow, hand) in zip((-1, 1), POSES[pose]):
        tube([(0, side * 0.20, 1.40), elbow, hand], 0.062, S, P, smooth=True)
        sphere(0.062, hand, skin, P)
        hands.append(hand)
    cyl(0.065, 0.12, (0.01, 0, 1.50), skin, parent=P)
    sphere(0.118, (0.02, 0, 1.62), skin, P, (1.0, 0.88, 1.12))
    sphere(0.150, (0.01, 0, 1.675), H, P, (1.08, 0.96, 0.80))
    cyl(0.168, 0.022, (0.035, 0, 1.665), H, parent=P, bevel=0.008, seg=36)
    x, y, z = hands[0]
    if tool == 'rod':
        for k in range(11):
            cyl(0.028, 0.2, (x + 0.02, y, 0.1 + k * 0.2), mat('rod%d' % (k % 2), ('#F1EEE6', '#C2362B')[k % 2], 0.5), parent=P)
    if tool == 'shovel':
        a, b = hands
        d = [q - p for p, q in zip(a, b)]
        far = [p + 2.6 * v for p, v in zip(a, d)]
        near = [p - 1.1 * v for p, v in zip(a, d)]
        tube([near, far], 0.022, mat('wood', 'wood', 0.8, var=0.2), P)
        blade = mat('blade_steel', '#83868A', 0.35, metal=1, var=0.1, dust=0.4, dust_h=1)
        box((0.26, 0.22, 0.02), far, blade, 0.008, 1, (0, math.atan2(-d[2], d[0]), 0), P)
    return P
