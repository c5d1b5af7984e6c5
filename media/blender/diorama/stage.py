"""Backdrop, sun and sky, lamps and camera."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *
from .materials import *
from .mesh import *


def backdrop(z, col='backdrop', size=400):
    m = mat('backdrop', col, 0.95, var=0, spec=0.05)
    bm = bmesh.new()
    bmesh.ops.create_grid(bm, x_segments=1, y_segments=1, size=size)
    return obj('backdrop', finish(bm, 'bd', 0, 1), m, (0, 0, z), smooth=False)


def light(
    sun_az=-125, sun_el=34, sun=3.6, sun_col='#FFE2B8', sky='#BFD3E6', horizon='#F2E3CC', strength=0.75, angle=2.0
):
    s = bpy.data.lights.new('sun', 'SUN')
    s.energy = sun
    s.color = lin(sun_col)[:3]
    s.angle = math.radians(angle)
    o = bpy.data.objects.new('sun', s)
    bpy.context.scene.collection.objects.link(o)
    az, el = math.radians(sun_az), math.radians(sun_el)
    o.rotation_euler = (
        Vector((math.cos(az) * math.cos(el), math.sin(az) * math.cos(el), math.sin(el)))
        .to_track_quat('Z', 'Y')
        .to_euler()
    )
    w = bpy.data.worlds.new('w')
    bpy.context.scene.world = w
    w.use_nodes = True
    t = NT(w.node_tree)
    z = t.n('ShaderNodeSeparateXYZ', ins={0: t.n('ShaderNodeTexCoord').outputs['Generated']}).outputs[2]
    c = t.mix(t.remap(z, -0.05, 0.7, 0, 1), lin(horizon), lin(sky))
    b = t.n('ShaderNodeBackground', ins={0: c, 1: strength})
    t.link(b.outputs[0], t.n('ShaderNodeOutputWorld').inputs[0])
    w.cycles.sampling_method = 'AUTOMATIC'
    return o


def lamp_area(loc, target, size, power, col='#FFFFFF'):
    a = bpy.data.lights.new('area', 'AREA')
    a.energy = power
    a.size = size
    a.color = lin(col)[:3]
    o = bpy.data.objects.new('area', a)
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    o.rotation_euler = (Vector(loc) - Vector(target)).to_track_quat('Z', 'Y').to_euler()
    return o


def camera(az=-60, el=30, dist=30, target=(0, 0, 0), lens=70, fstop=None, shift=(0, 0), focus=0.0):
    """Long-lens camera on a sphere round the target; focus = metres behind (+) or before (-) the target."""
    c = bpy.data.cameras.new('cam')
    o = bpy.data.objects.new('cam', c)
    bpy.context.scene.collection.objects.link(o)
    bpy.context.scene.camera = o
    a, e = math.radians(az), math.radians(el)
    t = Vector(target)
    o.location = t + Vector((math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e))) * dist
    o.rotation_euler = (o.location - t).to_track_quat('Z', 'Y').to_euler()
    c.lens = lens
    c.shift_x, c.shift_y = shift
    if fstop:
        c.dof.use_dof = True
        c.dof.focus_distance = dist + focus
        c.dof.aperture_fstop = fstop
    return o


def spot(loc, target, power, col='#FFE3B0', size=50, blend=0.6, r=0.12):
    a = bpy.data.lights.new('spot', 'SPOT')
    a.energy = power
    a.color = lin(col)[:3]
    a.spot_size = math.radians(size)
    a.spot_blend = blend
    a.shadow_soft_size = r
    o = bpy.data.objects.new('spot', a)
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    o.rotation_euler = (Vector(loc) - Vector(target)).to_track_quat('Z', 'Y').to_euler()
    return o


def point(loc, power, col='#FFC070', r=0.15):
    a = bpy.data.lights.new('pt', 'POINT')
    a.energy = power
    a.color = lin(col)[:3]
    a.shadow_soft_size = r
    o = bpy.data.objects.new('pt', a)
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    return o
