"""A film from a camera that stands still: what does not move is rendered once, and each frame only where it differs."""
import bpy, tempfile
from .output import _passes, _read, denoise_passes

MARGIN = 24  # pixels around what differs, of which half fade into the plate: bounced light has no edge
QUARTER = 25  # percent of the size at which a frame is compared
BLOCK = 5  # pixels there


def _shot():
    """Renders with the current settings. Passes as _read() gives them."""
    tmp = tempfile.mkdtemp(prefix='dio')
    _passes(tmp)
    bpy.ops.render.render()
    return _read(tmp, bpy.context.scene.frame_current)


class Still:
    """Made where nothing that moves is in sight; then frame(path, page) for every pose: on that color."""

    def __init__(self, spp):
        """spp: samples of what stands still, for it is in every frame."""
        self.render = bpy.context.scene.render
        cycles = bpy.context.scene.cycles
        usual, cycles.samples = cycles.samples, spp
        self.plate = _shot()
        cycles.samples = usual
        self.small_plate = self._small()

    def _small(self):
        self.render.resolution_percentage = QUARTER
        col = _shot()[0][..., :3]
        self.render.resolution_percentage = 100
        return col

    def _window(self):
        """Rows and columns (from, to) in pixels of what differs from the plate: the same seed gives the same noise elsewhere."""
        import numpy as np

        h, w = (n // BLOCK * BLOCK for n in self.small_plate.shape[:2])
        blocks = lambda col: col[:h, :w].mean(2).reshape(h // BLOCK, BLOCK, w // BLOCK, BLOCK).mean((1, 3))
        # The mean of a block: single pixels differ everywhere, since light bounces.
        plate = blocks(self.small_plate)
        differs = np.abs(blocks(self._small()) - plate) / (plate + 0.02) > 0.04
        side, spans = BLOCK * 100 // QUARTER, []
        for axis, size in ((1, self.plate[0].shape[0]), (0, self.plate[0].shape[1])):
            (at,) = np.nonzero(differs.any(axis))
            spans.append((max(0, at[0] * side - MARGIN), min(size, (at[-1] + 1) * side + MARGIN)))
        return spans

    def frame(self, path, page):
        import numpy as np

        (y0, y1), (x0, x1) = self._window()
        h, w = self.plate[0].shape[:2]
        r = self.render
        r.use_border = True
        r.border_min_x, r.border_max_x, r.border_min_y, r.border_max_y = x0 / w, x1 / w, y0 / h, y1 / h
        new = _shot()
        r.use_border = False
        edge = lambda n, a, b: np.clip(np.minimum(np.arange(n) - a, b - 1 - np.arange(n)) / (MARGIN / 2), 0, 1)
        # At the picture's own border nothing lies outside to fade into.
        rows = edge(h, y0 if y0 else -MARGIN, y1 if y1 < h else h + MARGIN)
        columns = edge(w, x0 if x0 else -MARGIN, x1 if x1 < w else w + MARGIN)
        mask = (rows[:, None] * columns[None, :])[..., None].astype(np.float32)
        denoise_passes([old + (n - old) * mask for old, n in zip(self.plate, new)], bpy.context.scene.frame_current, path, page, R=5)
        return (y1 - y0) * (x1 - x0) / (h * w)
