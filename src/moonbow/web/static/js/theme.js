// Light or dark, before anything is drawn. A classic script: a module would come too late.

document.documentElement.dataset.theme = localStorage.getItem("moonbow.theme") || "auto";
