"""Procedural cut-away dioramas for Blender 3.4 / Cycles on the CPU.

Units are metres, Z up. A scene is Ground + machines + plants + light() + camera() + render().
Everything is generated; there are no downloaded assets.
"""
from .core import *
from .materials import *
from .mesh import *
from .ground import *
from .plants import *
from .trees import *
from .parts import *
from .excavator import *
from .dozer import *
from .triaxle import *
from .roller import *
from .people import *
from .buildings import *
from .houses import *
from .stage import *
from .output import *
