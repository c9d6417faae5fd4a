const html = document.documentElement;
const button = document.getElementById("lang");
function say(now) {
  html.classList.remove("zh", "en");
  html.classList.add(now);
  html.lang = now === "zh" ? "zh-Hans" : "en";
  document.title = document.querySelector("title").dataset[now];
}
button.hidden = false;
button.addEventListener("click", () => say(html.classList.contains("zh") ? "en" : "zh"));
if (location.hash === "#zh" || location.hash === "#en") say(location.hash.slice(1)); // a page that shows this one knows
