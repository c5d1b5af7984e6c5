"""Cycles settings, render passes, denoising and writing the PNG."""
import bpy, bmesh, math, random, os, sys
from mathutils import Vector, Matrix, noise
from .core import *

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
OUT = os.path.normpath(os.path.join(HERE, '..', 'out'))
VARIANT = os.environ.get('VARIANT')
WIDE = VARIANT == 'wide'
LAWN = VARIANT == 'lawn'  # the ground closed again over everything in it
CLOSE = VARIANT == 'close'  # a camera among the parts, and a picture from edge to edge


def setup(res=(1280, 960), spp=56, exposure=0.0, look='Medium High Contrast', thr=0.015, bounces=4, least=24):
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
    c.adaptive_min_samples = least
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


def cutout(table=None):
    """The picture without its table, of which only the shadows stay: a transparent PNG. After backdrop() and setup()."""
    bpy.context.scene.render.film_transparent = True
    if table:
        table.is_shadow_catcher = True


def _passes(tmp):
    """Compositor: colour with coverage, denoising albedo and normal as three float EXRs."""
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
    fo.format.color_mode = 'RGBA'
    fo.file_slots.clear()
    for k, n in (('col', 'Image'), ('alb', 'Denoising Albedo'), ('nrm', 'Denoising Normal')):
        fo.file_slots.new(k + '_')
        t.links.new(rl.outputs[n], fo.inputs[k + '_'])


def _lib():
    """denoise.c, compiled on first use."""
    import ctypes, subprocess

    src = os.path.join(HERE, 'denoise.c')
    so = os.path.join(OUT, '.cache', 'denoise.so')
    os.environ.setdefault('OMP_NUM_THREADS', os.environ.get('THREADS', '1'))
    if not os.path.exists(so) or os.path.getmtime(so) < os.path.getmtime(src):
        os.makedirs(os.path.dirname(so), exist_ok=True)
        subprocess.check_call(
            ['gcc', '-O3', '-march=native', '-ffast-math', '-fopenmp', '-shared', '-fPIC', src, '-o', so, '-lm']
        )
    return ctypes.CDLL(so)


def _load(path, space='Non-Color'):
    """A picture's pixels as floats, (height, width, 4)."""
    import numpy as np

    im = bpy.data.images.load(path)
    im.colorspace_settings.name = space
    w, h = im.size
    a = np.empty(w * h * 4, np.float32)
    im.pixels.foreach_get(a)
    bpy.data.images.remove(im)
    return a.reshape(h, w, 4)


def _save(path, rgba, view):
    """PNG, never a half-written one; view: through Filmic, else the values as they are."""
    h, w, _ = rgba.shape
    s = bpy.context.scene
    im = bpy.data.images.new('dn', w, h, alpha=True, float_buffer=view)
    im.colorspace_settings.name = 'Linear' if view else 'sRGB'
    im.pixels.foreach_set(rgba.ravel())
    im.update()
    s.render.image_settings.file_format = im.file_format = 'PNG'
    if view:
        im.save_render(path + '.part', scene=s)
    else:
        im.filepath_raw = path + '.part'
        im.save()
    os.replace(path + '.part', path)
    bpy.data.images.remove(im)


def _read(tmp, frame):
    """What one render wrote for _passes(): color with coverage, albedo, normal."""
    spaces = (('col', 'Linear'), ('alb', 'Non-Color'), ('nrm', 'Non-Color'))
    return [_load('%s/%s_%04d.exr' % (tmp, k, frame), space) for k, space in spaces]


def denoise_passes(A, frame, out, page=None, R=7, P=2, h=0.16, sa=0.12, sn=0.35):
    """Passes as _read() gives them -> feature-guided NLM (denoise.c) -> Filmic PNG, transparent where the film is, or
    laid on the color `page`."""
    import numpy as np, ctypes

    col, alb, nrm = (np.ascontiguousarray(a[..., :3]) for a in A)
    fp = lambda a: a.ctypes.data_as(ctypes.c_void_p)
    F = ctypes.c_float

    def clean(a, guide, h):
        o = np.empty_like(a)
        _lib().denoise(a.shape[1], a.shape[0], fp(a), fp(guide), fp(nrm), fp(o), R, P, F(h), F(sa), F(sn))
        return o

    o = clean(col, alb, h)
    opaque = lambda rgb: np.concatenate([rgb, np.ones_like(rgb[..., :1])], 2)
    if not bpy.context.scene.render.film_transparent:
        return _save(out, opaque(o), True)
    if page:
        alpha = A[0][..., 3:]
        _save(out, opaque(o / np.maximum(alpha, 1e-3)), True)
        behind = np.array([int(page[k : k + 2], 16) / 255 for k in (1, 3, 5)], np.float32)
        return _save(out, opaque(behind + (_load(out)[..., :3] - behind) * alpha), False)
    cover = clean(np.repeat(A[0][..., 3:], 3, 2), np.ones_like(col), 0.5)[..., 0]  # shadows are soft: more
    alpha = _alpha(frame, cover)
    _save(out, opaque(o / np.maximum(alpha, 1e-3)[..., None]), True)
    _save(out, np.concatenate([_load(out)[..., :3], alpha[..., None]], 2), False)


def _blur(a, r):
    """Three box blurs of r pixels to each side: nearly a Gaussian one, and nothing beyond 3 r."""
    import numpy as np

    for _ in range(3):
        for axis in (0, 1):
            pad = np.pad(a, [(r + 1, r) if k == axis else (0, 0) for k in (0, 1)], mode='edge').cumsum(axis, dtype=np.float64)
            n = pad.shape[axis]
            a = (pad.take(range(2 * r + 1, n), axis) - pad.take(range(n - 2 * r - 1), axis)) / (2 * r + 1)
    return a


def _alpha(frame, cover):
    """The model's own coverage, from a quick second render without the table, and the shadows of `cover`, below it and to its
    right only: soft, without a halo along its top, and faded out before the frame cuts them off."""
    import numpy as np, tempfile

    s = bpy.context.scene
    for o in s.objects:
        o.hide_render |= o.is_shadow_catcher or o.type == 'LIGHT'
    s.cycles.samples, s.cycles.use_adaptive_sampling, s.cycles.max_bounces = 16, False, 0
    tmp = tempfile.mkdtemp(prefix='dio')
    _passes(tmp)
    bpy.ops.render.render()
    model = _load('%s/col_%04d.exr' % (tmp, frame))[..., 3]
    w = model.shape[1]
    shade = np.clip(cover - model, 0, 1)
    shade = _blur(shade, w // 160) / np.maximum(_blur(1 - model, w // 160), 1e-3)
    down, right = w // 50, w // 130  # rows count from the bottom
    fallen = np.zeros_like(model)
    fallen[:-down, right:] = model[down:, :-right]
    near = np.clip(1.5 * _blur(fallen, w // 90), 0, 1)
    return (model + (1 - model) * 0.55 * np.clip(shade, 0, 1) * near).astype(np.float32)


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
    if not VARIANT:
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
        denoise_passes(_read(tmp, s.frame_current), s.frame_current, path)
        print('denoise %.1f s' % (time.time() - t1))
    print('RENDERED %s in %.1f s' % (path, time.time() - t), flush=True)
