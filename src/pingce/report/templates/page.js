const button = document.getElementById("lang");
button.hidden = false;
button.addEventListener("click", () => {
  const html = document.documentElement;
  const [old, now] = html.classList.contains("zh") ? ["zh", "en"] : ["en", "zh"];
  html.classList.replace(old, now);
  html.lang = now === "zh" ? "zh-Hans" : "en";
  document.title = document.querySelector("title").dataset[now];
});
