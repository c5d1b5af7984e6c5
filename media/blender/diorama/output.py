"""Cycles settings, render passes, denoising and writing the PNG."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
OUT = os.path.normpath(os.path.join(HERE, '..', 'out'))
WIDE = os.environ.get('VARIANT') == 'wide'


def setup(res=(1280, 960), spp=56, exposure=0.0, look='Medium High Contrast', thr=0.015, bounces=4):
    """Cycles settings for the GPU-less 2-core box. Env: PCT (resolution %), SPP (samples), THREADS, CROP=x0,x1,y0,y1 (fractions, from bottom left)."""
    s = bpy.context.scene
    r = s.render
    r.engine = 'CYCLES'
    c = s.cycles
    c.device = 'CPU'
    r.threads_mode = 'FIXED'
    r.threads = int(os.environ.get('THREADS', 1))
    r.resolution_x, r.resolution_y = res
    r.resolution_percentage = int(os.environ.get('PCT', 100))
    c.samples = int(os.environ.get('SPP', spp))
    if 'CROP' in os.environ:
        r.use_border = r.use_crop_to_border = True
        r.border_min_x, r.border_max_x, r.border_min_y, r.border_max_y = map(float, os.environ['CROP'].split(','))
    c.use_denoising = False
    c.use_adaptive_sampling = True
    c.adaptive_threshold = float(os.environ.get('THR', thr))
    c.adaptive_min_samples = 24
    c.max_bounces = bounces
    c.diffuse_bounces = 2
    c.glossy_bounces = 3
    c.transmission_bounces = 3
    c.transparent_max_bounces = 8
    c.caustics_reflective = c.caustics_refractive = False
    c.sample_clamp_direct = 8
    c.sample_clamp_indirect = 2.5
    c.blur_glossy = 1
    c.pixel_filter_type = 'BLACKMAN_HARRIS'
    c.filter_width = 1.4
    r.use_persistent_data = True
    s.view_settings.view_transform = 'Filmic'
    s.view_settings.look = look
    s.view_settings.exposure = exposure
    r.image_settings.file_format = 'PNG'
    r.image_settings.color_mode = 'RGB'
    r.image_settings.compression = 30
    return s


def _passes(tmp):
    """Compositor: colour, denoising albedo and normal as three float EXRs."""
    s = bpy.context.scene
    s.view_layers[0].cycles.denoising_store_passes = True
    s.use_nodes = True
    t = s.node_tree
    t.nodes.clear()
    rl = t.nodes.new('CompositorNodeRLayers')
    co = t.nodes.new('CompositorNodeComposite')
    t.links.new(rl.outputs['Image'], co.inputs[0])
    fo = t.nodes.new('CompositorNodeOutputFile')
    fo.base_path = tmp
    fo.format.file_format = 'OPEN_EXR'
    fo.format.color_depth = '32'
    fo.format.color_mode = 'RGB'
    fo.file_slots.clear()
    for k, n in (('col', 'Image'), ('alb', 'Denoising Albedo'), ('nrm', 'Denoising Normal')):
        fo.file_slots.new(k + '_')
        t.links.new(rl.outputs[n], fo.inputs[k + '_'])


def denoise_frame(tmp, frame, out, R=7, P=2, h=0.16, sa=0.12, sn=0.35):
    """EXR passes -> feature-guided NLM (denoise.c) -> Filmic PNG."""
    import numpy as np, ctypes

    s = bpy.context.scene
    src = os.path.join(HERE, 'denoise.c')
    so = os.path.join(OUT, '.cache', 'denoise.so')
    A = []
    os.environ.setdefault('OMP_NUM_THREADS', os.environ.get('THREADS', '1'))
    if not os.path.exists(so) or os.path.getmtime(so) < os.path.getmtime(src):
        import subprocess

        os.makedirs(os.path.dirname(so), exist_ok=True)
        subprocess.check_call(
            ['gcc', '-O3', '-march=native', '-ffast-math', '-fopenmp', '-shared', '-fPIC', src, '-o', so, '-lm']
        )
    lib = ctypes.CDLL(so)
    for k in ('col', 'alb', 'nrm'):
        im = bpy.data.images.load('%s/%s_%04d.exr' % (tmp, k, frame))
        im.colorspace_settings.name = 'Linear' if k == 'col' else 'Non-Color'
        w, h_ = im.size
        a = np.empty(w * h_ * 4, np.float32)
        im.pixels.foreach_get(a)
        A.append(np.ascontiguousarray(a.reshape(-1, 4)[:, :3]))
        bpy.data.images.remove(im)
    o = np.empty_like(A[0])
    fp = lambda a: a.ctypes.data_as(ctypes.c_void_p)
    F = ctypes.c_float
    lib.denoise(w, h_, fp(A[0]), fp(A[1]), fp(A[2]), fp(o), R, P, F(h), F(sa), F(sn))
    im = bpy.data.images.new('dn', w, h_, float_buffer=True)
    im.colorspace_settings.name = 'Linear'
    im.pixels.foreach_set(np.concatenate([o, np.ones((len(o), 1), np.float32)], 1).ravel())
    im.update()
    s.render.image_settings.file_format = 'PNG'
    im.save_render(out + '.part', scene=s)
    os.replace(out + '.part', out)
    bpy.data.images.remove(im)  # never a half-written frame


def marks(name, places):
    """Writes where these places of the scene are in the picture, in percent from its left and its top, beside the
    shipped picture. After camera() and setup(). A place is (x, y, z), or (object, (x, y, z)) in the object's own
    coordinates. MARKS=1 ends the script here: nothing is rendered."""
    import json
    from bpy_extras.object_utils import world_to_camera_view

    s = bpy.context.scene
    bpy.context.view_layer.update()
    where = lambda p: Vector(p) if len(p) == 3 else p[0].matrix_world @ Vector(p[1])
    seen = [world_to_camera_view(s, s.camera, where(p)) for p in places]
    path = os.path.join(HERE, '..', '..', 'public', 'images', name + '-marks.json')
    with open(os.path.normpath(path), 'w') as f:
        json.dump([[round(v.x * 100), round(100 - v.y * 100)] for v in seen], f)
        f.write('\n')
    if os.environ.get('MARKS'):
        sys.exit(0)


def render(name, dn=True):
    """Render to out/<name>.png (or to $OUT); NODN=1 skips the denoiser."""
    path = name if os.path.isabs(name) else os.environ.get('OUT') or os.path.join(OUT, name + '.png')
    import time, tempfile

    t = time.time()
    s = bpy.context.scene
    if not dn or os.environ.get('NODN'):
        s.render.filepath = path
        bpy.ops.render.render(write_still=True)
    else:
        tmp = tempfile.mkdtemp(prefix='dio')
        _passes(tmp)
        bpy.ops.render.render()
        t1 = time.time()
        denoise_frame(tmp, s.frame_current, path)
        print('denoise %.1f s' % (time.time() - t1))
    print('RENDERED %s in %.1f s' % (path, time.time() - t), flush=True)
