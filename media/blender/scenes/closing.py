"""An excavator with its bucket in the ground that the footer draws, cut out: there is no ground and no table.

1280x960; the tracks stand at a quarter of the height, and what is below lies behind the footer.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from diorama import *

reset(83)
b, st = exc_ik(4.75, 0.1)
excavator((0, 0, 0), heading=180, swing=-4, boom=b, stick=st, bucket=-118)
light(sun_az=-128, sun_el=36, sun=3.8)
camera(az=-98, el=7, dist=40, target=(-1.2, 0, 1.75), lens=158)
setup((1280, 960), spp=60, exposure=0.3)
cutout()
render('closing')
