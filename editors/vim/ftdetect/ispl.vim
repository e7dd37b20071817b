autocmd BufRead,BufNewFile *.ispl setfiletype ispl
