// Draws the charts that lie in the page as JSON, in the colours of the style sheet.
const embed = window.rulecEmbed;
for (const data of document.querySelectorAll("script[type='application/json']")) {
  const place = document.getElementById(data.dataset.place);
  embed(place, JSON.parse(data.textContent), {
    renderer: "svg",
    actions: false,
    logLevel: 1, // errors
    loader: { load: () => Promise.reject(new Error("a report loads nothing")) },
  }).catch((problem) => {
    place.textContent = `The chart could not be drawn (${problem.message}); the table has its figures.`;
  });
}
