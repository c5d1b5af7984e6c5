"""Procedural materials: paint and metal, glass, foliage, soil strata, stone, water."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *


def mat(
    name,
    col,
    rough=0.5,
    metal=0.0,
    var=0.10,
    vscale=2.5,
    bump=0.0,
    bscale=40.0,
    dust=0.0,
    dust_h=1.1,
    emit=0.0,
    spec=0.5,
    mud=0.0,
):
    """Principled paint/metal/plastic with tonal variation, optional micro bump, ground dust (fades with world Z) and mud:
    splashes, fewer and fewer upwards, and runs below edges."""
    m = bpy.data.materials.get(name)
    if m:
        return m
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    t = NT(m.node_tree)
    c = lin(col)
    pos = t.n('ShaderNodeNewGeometry').outputs['Position']
    nz = t.noise(pos, vscale, 4)
    colr = t.mix(
        t.remap(nz, 0.3, 0.7, 0, 1),
        tuple(v * (1 - var) for v in c[:3]) + (1,),
        tuple(min(1, v * (1 + var)) for v in c[:3]) + (1,),
    )
    rg = t.remap(nz, 0.3, 0.7, max(0.02, rough - 0.08), min(1, rough + 0.08))
    if dust:
        z = t.n('ShaderNodeSeparateXYZ', ins={0: pos}).outputs[2]
        f = t.math(
            'MULTIPLY',
            t.remap(z, 0, dust_h, dust, dust * 0.12),
            t.remap(t.noise(pos, 5, 5, 0.65), 0.38, 0.66, 0.25, 1),
        )
        colr = t.mix(f, colr, lin('#9C7A52'))
        rg = t.math('MAXIMUM', rg, t.math('MULTIPLY', f, 0.95))
    if mud:
        z = t.n('ShaderNodeSeparateXYZ', ins={0: pos}).outputs[2]
        dry = t.remap(z, 0.3, 2.3, 0.46, 0.70)  # what the noise has to exceed
        splash = t.remap(t.math('SUBTRACT', t.noise(pos, 5.5, 6, 0.72), dry), 0, 0.05, 0, 0.85 * mud)
        down = t.n('ShaderNodeMapping', ins={'Vector': pos, 'Scale': (11, 11, 0.9)}).outputs[0]
        run = t.remap(t.noise(down, 1, 3, 0.6), 0.56, 0.72, 0, 0.5 * mud)
        colr = t.mix(t.math('MAXIMUM', splash, run), colr, lin('#6E5135'))
        rg = t.math('MAXIMUM', rg, t.math('MAXIMUM', splash, run))
    ins = {'Base Color': colr, 'Roughness': rg, 'Metallic': metal, 'Specular': spec}
    m.cycles.sample_as_light = False
    if emit:  # seen by the camera only: lamps light the scene through real lights, so glowing faces add no noise
        cam = t.n('ShaderNodeLightPath').outputs['Is Camera Ray']
        ins.update({'Emission': c, 'Emission Strength': t.math('MULTIPLY', cam, emit)})
    p = t.n('ShaderNodeBsdfPrincipled', ins=ins)
    if bump:
        b = t.n('ShaderNodeBump', ins={'Strength': bump, 'Distance': 0.03, 'Height': t.noise(pos, bscale, 4, 0.6)})
        t.link(b.outputs[0], p.inputs['Normal'])
    t.link(p.outputs[0], t.n('ShaderNodeOutputMaterial').inputs[0])
    return m


def glass(name='glass', tint='#31464C', **_):
    """Opaque tinted glass (dark, glossy): reads as glazing at diorama scale and stays noise-free at low sample counts."""
    m = bpy.data.materials.get(name)
    if m:
        return m
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    t = NT(m.node_tree)
    p = t.n('ShaderNodeBsdfPrincipled', ins={'Base Color': lin(tint), 'Roughness': 0.07, 'Specular': 0.9})
    t.link(p.outputs[0], t.n('ShaderNodeOutputMaterial').inputs[0])
    return m


def clear_glass(name='glass_clear', tint=(0.58, 0.66, 0.68), sky=1.0):
    """Tinted see-through cab glass without noise: straight-through transparency plus a painted sky reflection (emission)."""
    m = bpy.data.materials.get(name)
    if m:
        return m
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    m.cycles.sample_as_light = False
    t = NT(m.node_tree)
    tr = t.n('ShaderNodeBsdfTransparent', ins={0: (*tint, 1)})
    rz = t.n('ShaderNodeSeparateXYZ', ins={0: t.n('ShaderNodeTexCoord').outputs['Reflection']}).outputs[2]
    f = t.math(
        'ADD',
        t.remap(t.n('ShaderNodeLayerWeight', ins={'Blend': 0.35}).outputs['Facing'], 0, 1, 0.03, 0.30),
        t.remap(rz, 0.0, 0.7, 0, 0.10),
    )
    back = t.n('ShaderNodeNewGeometry').outputs['Backfacing']
    f = t.math(
        'MULTIPLY',
        t.math('MULTIPLY', f, t.math('SUBTRACT', 1, back)),
        t.n('ShaderNodeLightPath').outputs['Is Camera Ray'],
    )
    em = t.n('ShaderNodeEmission', ins={'Color': lin('#C9DCE8'), 'Strength': t.math('MULTIPLY', f, sky)})
    mx = t.n('ShaderNodeAddShader', ins={0: tr.outputs[0], 1: em.outputs[0]})
    t.link(mx.outputs[0], t.n('ShaderNodeOutputMaterial').inputs[0])
    return m


def foliage_mat(name, a, b, translucent=0.35):
    """Two-tone leaves/grass driven by the per-vertex 'rnd' attribute."""
    m = bpy.data.materials.get(name)
    if m:
        return m
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    t = NT(m.node_tree)
    r = t.n('ShaderNodeAttribute', attribute_name='rnd').outputs['Fac']
    pos = t.n('ShaderNodeNewGeometry').outputs['Position']
    f = t.math('ADD', t.math('MULTIPLY', r, 0.65), t.remap(t.noise(pos, 0.9, 2), 0.3, 0.7, -0.15, 0.45), True)
    c = t.mix(f, lin(a), lin(b))
    d = t.n('ShaderNodeBsdfDiffuse', ins={0: c})
    tl = t.n('ShaderNodeBsdfTranslucent', ins={0: c})
    mx = t.n('ShaderNodeMixShader', ins={0: translucent, 1: d.outputs[0], 2: tl.outputs[0]})
    t.link(mx.outputs[0], t.n('ShaderNodeOutputMaterial').inputs[0])
    return m


STRATA = [(-0.32, 'topsoil'), (-1.05, 'loam'), (-1.9, 'clay'), (-2.6, 'sand'), (-9, 'gravel')]


def strata_mat(layers=STRATA, zmin=-3.4, warp=0.22, name='strata', lenses=(), wet=1.15):
    """Soil by world Z with wavy, fingered boundaries, darkening with moisture over the lowest `wet` metres.

    Upward faces follow the vertex attributes lawn, gravel and snow (0..1); lenses = [(x, z, rx, rz)] are gravel
    pockets in the front face."""
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    t = NT(m.node_tree)
    geo = t.n('ShaderNodeNewGeometry')
    pos = geo.outputs['Position']
    z = t.n('ShaderNodeSeparateXYZ', ins={0: pos}).outputs[2]
    nz = t.n('ShaderNodeSeparateXYZ', ins={0: geo.outputs['Normal']}).outputs[2]
    mp = t.n('ShaderNodeMapping', ins={'Vector': pos, 'Scale': (0.55, 0.55, 1.3)}).outputs[0]
    w = t.math('MULTIPLY', t.math('SUBTRACT', t.noise(mp, 1, 4), 0.5), warp * 2.4)
    fine = t.math('MULTIPLY', t.math('SUBTRACT', t.noise(pos, 9, 4, 0.7), 0.5), 0.16)
    tongue = t.n('ShaderNodeMapping', ins={'Vector': pos, 'Scale': (2.6, 2.6, 0.7)}).outputs[
        0
    ]  # root channels and burrows
    fine = t.math('ADD', fine, t.math('MULTIPLY', t.remap(t.noise(tongue, 1, 2), 0.60, 0.78, 0, 1), warp * 1.1))
    zz = t.math('ADD', t.math('ADD', z, w), fine)
    ramp = t.n('ShaderNodeValToRGB', ins={0: t.remap(zz, zmin, 0.4, 0, 1)})
    cr = ramp.color_ramp
    cr.interpolation = 'LINEAR'
    span = 0.4 - zmin
    stops = []
    prev = 0.4
    for zb, c in layers:  # hard-ish boundaries: two stops close together
        stops += [(min(1, (prev - zmin) / span) - 0.008, lin(c)), (max(0, (zb - zmin) / span) + 0.008, lin(c))]
        prev = zb
    while len(cr.elements) > 1:
        cr.elements.remove(cr.elements[-1])
    stops = sorted(stops, key=lambda s: s[0])
    cr.elements[0].position = stops[0][0]
    cr.elements[0].color = stops[0][1]
    for p, c in stops[1:]:
        cr.elements.new(p).color = c
    band = t.n('ShaderNodeMapping', ins={'Vector': pos, 'Scale': (0.8, 0.8, 9)}).outputs[0]
    bn = t.noise(band, 1.2, 5, 0.65)
    gr = t.noise(pos, 22, 5, 0.75)
    k = t.math('MULTIPLY', t.remap(bn, 0.3, 0.7, 0.80, 1.16), t.remap(gr, 0.3, 0.7, 0.72, 1.24))
    comb = t.n('ShaderNodeCombineXYZ', ins={0: k, 1: k, 2: k}).outputs[0]
    soil = t.mix(1, ramp.outputs[0], comb, 'MULTIPLY')
    cov = {
        k: t.remap(t.n('ShaderNodeAttribute', attribute_name=k).outputs['Fac'], 0.3, 0.7, 0, 1)
        for k in ('lawn', 'gravel', 'snow')
    }
    flat = t.remap(nz, 0.35, 0.8, 0, 1)
    cut = t.math('SUBTRACT', 1, flat)
    moist = t.math(
        'MULTIPLY',
        t.remap(
            t.math('ADD', z, t.math('MULTIPLY', t.math('SUBTRACT', t.noise(mp, 1.7, 3), 0.5), 0.9)),
            zmin + wet,
            zmin + 0.12,
            0,
            1,
        ),
        cut,
    )
    rust = t.math(
        'MULTIPLY',
        t.remap(t.noise(pos, 11, 2, 0.5), 0.60, 0.68, 0, 0.5),
        t.math('MULTIPLY', t.remap(moist, 0.05, 0.35, 0, 1), t.remap(moist, 0.35, 0.8, 1, 0)),
    )
    soil = t.mix(rust, soil, lin('#8E4A1E'))  # mottles where the ground turns wet
    if lenses:
        x = t.n('ShaderNodeSeparateXYZ', ins={0: pos}).outputs[0]
        front = t.remap(t.n('ShaderNodeSeparateXYZ', ins={0: geo.outputs['Normal']}).outputs[1], -0.8, -0.5, 1, 0)
        stone = t.mix(t.remap(t.noise(pos, 26, 4, 0.8), 0.35, 0.65, 0, 1), lin('#5F5548'), lin('#94866F'))
        for cx, cz, rx, rz in lenses:
            u = t.math('POWER', t.math('DIVIDE', t.math('SUBTRACT', x, cx), rx), 2)
            v = t.math('POWER', t.math('DIVIDE', t.math('SUBTRACT', z, cz), rz), 2)
            d = t.math(
                'ADD', t.math('ADD', u, v), t.math('MULTIPLY', t.math('SUBTRACT', t.noise(pos, 3, 4, 0.7), 0.5), 1.3)
            )
            soil = t.mix(t.math('MULTIPLY', front, t.remap(d, 1.1, 0.7, 0, 0.75)), soil, stone)
    damp = t.math('SUBTRACT', 1, t.math('MULTIPLY', moist, 0.58))
    soil = t.mix(1, soil, t.n('ShaderNodeCombineXYZ', ins={0: damp, 1: damp, 2: damp}).outputs[0], 'MULTIPLY')
    lawn = t.mix(t.noise(pos, 3, 4), lin('#5C6C32'), lin('#838A48'))
    grav = t.mix(t.remap(t.noise(pos, 30, 5, 0.8), 0.35, 0.65, 0, 1), lin('#6F675B'), lin('#B9AE9C'))
    dirt = t.mix(1, t.mix(t.noise(pos, 2, 5, 0.7), lin('#5A3F28'), lin('#8C6540')), comb, 'MULTIPLY')
    c = t.mix(t.math('MULTIPLY', flat, t.remap(z, -0.5, -0.15, 0, 1)), soil, dirt)
    c = t.mix(t.math('MULTIPLY', flat, cov['gravel']), c, grav)
    c = t.mix(t.math('MULTIPLY', flat, cov['lawn']), c, lawn)
    c = t.mix(t.math('MULTIPLY', t.remap(nz, 0.1, 0.4, 0, 1), cov['snow']), c, lin('snow'))
    rough = t.math(
        'SUBTRACT', 0.95, t.math('MAXIMUM', t.math('MULTIPLY', cov['snow'], 0.4), t.math('MULTIPLY', moist, 0.28))
    )
    bp = t.n(
        'ShaderNodeBump',
        ins={
            'Strength': 0.55,
            'Distance': 0.05,
            'Height': t.math('ADD', gr, t.math('MULTIPLY', t.noise(pos, 60, 3, 0.7), 0.5)),
        },
    )
    p = t.n(
        'ShaderNodeBsdfPrincipled',
        ins={'Base Color': c, 'Roughness': rough, 'Specular': 0.15, 'Normal': bp.outputs[0]},
    )
    t.link(p.outputs[0], t.n('ShaderNodeOutputMaterial').inputs[0])
    return m


def water_mat(name='water', col='water', rough=0.04):
    m = bpy.data.materials.get(name)
    if m:
        return m
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    t = NT(m.node_tree)
    pos = t.n('ShaderNodeNewGeometry').outputs['Position']
    bp = t.n('ShaderNodeBump', ins={'Strength': 0.25, 'Distance': 0.05, 'Height': t.noise(pos, 3.5, 3)})
    tr = t.n('ShaderNodeBsdfTransparent', ins={0: tuple(0.45 + 0.5 * v for v in lin(col)[:3]) + (1,)})
    gl = t.n('ShaderNodeBsdfGlossy', ins={0: (1, 1, 1, 1), 'Roughness': rough, 'Normal': bp.outputs[0]})
    df = t.n('ShaderNodeBsdfDiffuse', ins={0: lin(col)})
    body = t.n('ShaderNodeMixShader', ins={0: 0.30, 1: tr.outputs[0], 2: df.outputs[0]})
    fr = t.n('ShaderNodeFresnel', ins={'IOR': 1.33, 'Normal': bp.outputs[0]})
    mx = t.n('ShaderNodeMixShader', ins={0: fr.outputs[0], 1: body.outputs[0], 2: gl.outputs[0]})
    t.link(mx.outputs[0], t.n('ShaderNodeOutputMaterial').inputs[0])
    return m


def stone_mat(name='stone', a='#7D7466', b='#C2B7A4'):
    m = bpy.data.materials.get(name)
    if m:
        return m
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    t = NT(m.node_tree)
    pos = t.n('ShaderNodeNewGeometry')
    c = t.mix(t.n('ShaderNodeNewGeometry').outputs['Random Per Island'], lin(a), lin(b))
    p = t.n('ShaderNodeBsdfPrincipled', ins={'Base Color': c, 'Roughness': 0.9, 'Specular': 0.2})
    t.link(p.outputs[0], t.n('ShaderNodeOutputMaterial').inputs[0])
    return m
