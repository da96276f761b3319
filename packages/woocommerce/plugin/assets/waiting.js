/* The order-received page asks the shop every few seconds, and loads itself again when the order has changed. */
(() => {
  const box = document.querySelector('[data-nsimbi-state="waiting"]');
  if (!box) return;
  const pauseMs = 3000;
  const endMs = Date.now() + 15 * 60 * 1000;

  const ask = async () => {
    try {
      const response = await fetch(box.dataset.nsimbiAddress, {
        headers: { accept: 'application/json' },
        cache: 'no-store',
      });
      const { state } = response.ok ? await response.json() : {};
      if (state === 'paid' || state === 'failed') {
        window.location.reload();
        return;
      }
    } catch {
      // The connection was lost; the next question may arrive.
    }
    if (Date.now() < endMs) setTimeout(ask, pauseMs);
  };
  setTimeout(ask, pauseMs);
})();
