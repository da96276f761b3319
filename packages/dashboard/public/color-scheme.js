// Sets the colour scheme before anything is drawn, so that nobody who chose the dark sees a white flash. It is a file of
// its own, not a module, because the Content-Security-Policy allows no script in the page and modules run too late.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage is forbidden: follow the system.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
