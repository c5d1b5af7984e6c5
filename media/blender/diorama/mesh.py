"""Mesh primitives: bevelled boxes, cylinders, prisms, shells, tubes, instances.\n\nNever let two faces coincide (Cycles renders them black): offset by 2-4 mm."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *


def obj(name, mesh, m=None, loc=(0, 0, 0), rot=(0, 0, 0), parent=None, smooth=True):
    o = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(o)
    if m:
        mesh.materials.append(m)
    o.location = loc
    o.rotation_euler = rot
    if parent:
        o.parent = parent
    if smooth:
        mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
        mesh.use_auto_smooth = True
        mesh.auto_smooth_angle = math.radians(32)
    return o


def empty(name, loc=(0, 0, 0), parent=None, rot=(0, 0, 0)):
    o = bpy.data.objects.new(name, None)
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    o.rotation_euler = rot
    o.parent = parent
    return o


def finish(bm, name, bevel, seg):
    if bevel > 0:
        es = [e for e in bm.edges if len(e.link_faces) == 2 and e.calc_face_angle(0) > math.radians(28)]
        bmesh.ops.bevel(bm, geom=es, offset=bevel, segments=seg, profile=0.6, affect='EDGES', clamp_overlap=True)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    me = bpy.data.meshes.new(name)
    bm.to_mesh(me)
    bm.free()
    return me


def box(size, loc, m, bevel=0.02, seg=2, rot=(0, 0, 0), parent=None, name='box'):
    bm = bmesh.new()
    bmesh.ops.create_cube(bm, size=1)
    bmesh.ops.scale(bm, vec=size, verts=bm.verts)
    return obj(name, finish(bm, name, min(bevel, min(size) * 0.45), seg), m, loc, rot, parent)


AX = {'X': (0, math.pi / 2, 0), 'Y': (math.pi / 2, 0, 0), 'Z': (0, 0, 0)}


def cyl(r, depth, loc, m, axis='Z', r2=None, seg=28, bevel=0.0, parent=None, name='cyl', rot=None):
    bm = bmesh.new()
    bmesh.ops.create_cone(bm, cap_ends=True, segments=seg, radius1=r, radius2=r if r2 is None else r2, depth=depth)
    return obj(name, finish(bm, name, bevel, 2), m, loc, rot or AX[axis], parent)


def sphere(r, loc, m, parent=None, scale=(1, 1, 1), sub=3, name='sph'):
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=sub, radius=r)
    bmesh.ops.scale(bm, vec=scale, verts=bm.verts)
    return obj(name, finish(bm, name, 0, 1), m, loc, (0, 0, 0), parent)


def prism(pts, width, m, loc=(0, 0, 0), bevel=0.02, seg=2, parent=None, rot=(0, 0, 0), plane='XZ', name='prism'):
    """Extrude a 2-D outline. plane 'XZ' extrudes along Y (centred); 'XY' extrudes along Z (centred)."""
    bm = bmesh.new()
    h = width / 2
    P = (lambda a, b, d: (a, d, b)) if plane == 'XZ' else (lambda a, b, d: (a, b, d))
    A = [bm.verts.new(P(a, b, -h)) for a, b in pts]
    B = [bm.verts.new(P(a, b, h)) for a, b in pts]
    bm.faces.new(A)
    bm.faces.new(B[::-1])
    n = len(pts)
    for i in range(n):
        bm.faces.new((A[i], A[(i + 1) % n], B[(i + 1) % n], B[i]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return obj(name, finish(bm, name, bevel, seg), m, loc, rot, parent)


def shell(pts, width, thick, m, **kw):
    """Open curved plate (bucket, blade): a polyline in XZ given thickness and extruded along Y."""
    out, inn = [], []
    for i, p in enumerate(pts):
        a = Vector(pts[max(0, i - 1)])
        b = Vector(pts[min(len(pts) - 1, i + 1)])
        t = (b - a).normalized()
        nrm = Vector((-t.y, t.x))
        out.append(tuple(Vector(p) + nrm * thick / 2))
        inn.append(tuple(Vector(p) - nrm * thick / 2))
    return prism(out + inn[::-1], width, m, bevel=min(0.012, thick * 0.3), **kw)


def tube(pts, r, m, parent=None, cyclic=False, smooth=False, name='tube', loc=(0, 0, 0)):
    cu = bpy.data.curves.new(name, 'CURVE')
    cu.dimensions = '3D'
    cu.bevel_depth = r
    cu.bevel_resolution = 4
    cu.use_fill_caps = True
    if smooth:
        sp = cu.splines.new('BEZIER')
        sp.bezier_points.add(len(pts) - 1)
        for bp, p in zip(sp.bezier_points, pts):
            bp.co = p
            bp.handle_left_type = bp.handle_right_type = 'AUTO'
    else:
        sp = cu.splines.new('POLY')
        sp.points.add(len(pts) - 1)
        for q, p in zip(sp.points, pts):
            q.co = (*p, 1)
    sp.use_cyclic_u = cyclic
    cu.materials.append(m)
    o = bpy.data.objects.new(name, cu)
    bpy.context.scene.collection.objects.link(o)
    o.parent = parent
    o.location = loc
    return o


def raw(name, verts, faces, m, attr=None, normals=None, **kw):
    me = bpy.data.meshes.new(name)
    me.from_pydata(verts, [], faces)
    me.update()
    if attr:
        for k, v in attr.items():
            a = me.attributes.new(k, 'FLOAT', 'POINT')
            a.data.foreach_set('value', v)
    o = obj(name, me, m, smooth=kw.pop('smooth', True), **kw)
    if normals:
        me.use_auto_smooth = True
        me.normals_split_custom_set_from_vertices(normals)
    return o


def instance(src, loc, rz=0.0, s=1.0, parent=None):
    """Linked copy of an object (and children)."""
    o = bpy.data.objects.new(src.name, src.data)
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    o.rotation_euler = (0, 0, rz)
    o.scale = (s,) * 3
    o.parent = parent
    for c in src.children:
        k = instance(c, c.location, 0, 1, o)
        k.rotation_euler = c.rotation_euler
        k.scale = c.scale
    return o
