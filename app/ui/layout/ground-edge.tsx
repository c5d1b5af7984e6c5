/** The edge of the ground: grass over topsoil, stretched to any width. What lies below it is the footer. Decoration. */
export function GroundEdge() {
  return (
    <svg className="ground-edge" viewBox="0 0 1200 60" preserveAspectRatio="none" aria-hidden="true">
      <path className="grass" d="M0 22C160 8 330 4 520 16s350 22 680-6v50H0z" />
      <path className="topsoil" d="M0 34C160 22 330 18 520 30s350 20 680-6v36H0z" />
    </svg>
  );
}
