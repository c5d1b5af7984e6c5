"""Palette, scene reset and the node-tree helper every other module builds on."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise

PAL = dict(
    amber='#E8981A',
    amber_dk='#C97A10',
    charcoal='#2C2D2C',
    steel='#8C8E8C',
    rubber='#1B1B1B',
    concrete='#BDB7AC',
    pvc='#E9E6DC',
    pvc_green='#3E7D5A',
    glass='#12201F',
    topsoil='#3A2B20',
    loam='#755338',
    clay='#9A6A48',
    sand='#BB9C74',
    gravel='#968C7E',
    grass_a='#7A9645',
    grass_b='#BCC368',
    leaf_a='#66803A',
    leaf_b='#AAB052',
    autumn='#C8762B',
    bark='#54402F',
    backdrop='#E7DCC8',
    dusk='#33465E',
    snow='#EEF2F7',
    water='#58C3CC',
    red='#B5382A',
    white='#F1EEE6',
    wood='#A9794A',
)


def lin(c):
    """'#RRGGBB' (sRGB) -> linear RGBA."""
    if not isinstance(c, str):
        return tuple(c) if len(c) == 4 else (*c, 1)
    c = PAL.get(c, c).lstrip('#')
    out = []
    for i in (0, 2, 4):
        v = int(c[i : i + 2], 16) / 255
        out.append(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4)
    return (*out, 1)


KEEP_OUT = []  # rectangles (x0, x1, y0, y1) and discs (x, y, r) where no grass grows: door steps, lids, pads


def reset(seed=7):
    KEEP_OUT.clear()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    random.seed(seed)
    noise.seed_set(seed)
    return bpy.context.scene


# ------------------------------------------------------------------ node helper
class NT:
    """Tiny wrapper so a material reads like a list of nodes."""

    def __init__(s, tree):
        s.t = tree
        s.t.nodes.clear()

    def n(s, kind, **kw):
        nd = s.t.nodes.new(kind)
        ins = kw.pop('ins', {})
        for k, v in kw.items():
            setattr(nd, k, v)
        for k, v in ins.items():
            sock = nd.inputs[k]
            if isinstance(v, bpy.types.NodeSocket):
                s.t.links.new(v, sock)
            else:
                sock.default_value = v
        return nd

    def link(s, a, b):
        s.t.links.new(a, b)

    def math(s, op, a, b=0.0, clamp=False):
        nd = s.n('ShaderNodeMath', operation=op, use_clamp=clamp, ins={0: a, 1: b})
        return nd.outputs[0]

    def mix(s, fac, a, b, blend='MIX'):
        nd = s.n('ShaderNodeMixRGB', blend_type=blend, ins={0: fac, 1: a, 2: b})
        return nd.outputs[0]

    def noise(s, vec, scale, detail=3, rough=0.55):
        return s.n(
            'ShaderNodeTexNoise', ins={'Vector': vec, 'Scale': scale, 'Detail': detail, 'Roughness': rough}
        ).outputs['Fac']

    def remap(s, v, a, b, c, d, clamp=True):
        return s.n('ShaderNodeMapRange', clamp=clamp, ins={0: v, 1: a, 2: b, 3: c, 4: d}).outputs[0]
