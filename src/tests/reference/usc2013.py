#!/usr/bin/env python3
"""Slow, plain reference for the batch tool: moves file and first-step traverse log.

usage: usc2013.py TASK DEPTH INPUT MOVES LOG
"""
import sys
W=[[99,-8,8,6,6,8,-8,99],[-8,-24,-4,-3,-3,-4,-24,-8],[8,-4,7,4,4,7,-4,8],[6,-3,4,0,0,4,-3,6]]
W=W+W[::-1]
DIRS=[(-1,-1),(-1,0),(-1,1),(0,-1),(0,1),(1,-1),(1,0),(1,1)]
def flips(b,p,r,c):
    if b[r][c]!='*': return []
    o='O' if p=='X' else 'X'; out=[]
    for dr,dc in DIRS:
        line=[];y,x=r+dr,c+dc
        while 0<=y<8 and 0<=x<8 and b[y][x]==o: line.append((y,x)); y+=dr;x+=dc
        if line and 0<=y<8 and 0<=x<8 and b[y][x]==p: out+=line
    return out
def moves(b,p): return [(r,c) for r in range(8) for c in range(8) if flips(b,p,r,c)]
def play(b,p,m):
    n=[row[:] for row in b]
    for y,x in flips(b,p,*m): n[y][x]=p
    n[m[0]][m[1]]=p
    return n
def ev(b,task):
    s=0
    for r in range(8):
        for c in range(8):
            w=1 if task<3 else W[r][c]
            if b[r][c]=='X': s+=w
            elif b[r][c]=='O': s-=w
    return s
INF=10**9
def fmt(v): return 'Infinity' if v>=INF else '-Infinity' if v<=-INF else f'{v:.1f}'
def name(m): return 'abcdefgh'[m[1]]+str(m[0]+1)
def search(b,p,d,task,nm,depth,alpha,beta,log):
    """depth is remaining"""
    ms=moves(b,p)
    lvl=d-depth+1
    def row(v,extra=''):
        if log is not None:
            log.append(f'{nm} {lvl} {fmt(v)}'+('' if task==1 else f' {fmt(alpha)} {fmt(beta)}')+extra)
    if depth==0 or not ms:
        v=ev(b,task); row(v); return v,None
    mx=p=='X'; v=-INF if mx else INF; best=None
    row(v)
    for m in ms:
        cv,_=search(play(b,p,m),'O' if mx else 'X',d,task,name(m),depth-1,alpha,beta,log)
        if mx and cv>v or not mx and cv<v: v=cv;best=m
        if best is None: best=m
        if task!=1:
            if mx: alpha=max(alpha,v)
            else: beta=min(beta,v)
            if alpha>=beta: row(v,' CUT-OFF'); break
        row(v)
    return v,best
def run(task,d,board):
    b=[list(l) for l in board]
    log=['Node,Depth,Value' if task==1 else 'Node,Depth,Value,Alpha,Beta']
    out=[];p='X';step=1;first=True
    while True:
        names={'X':'BLACK','O':'WHITE'}
        o='O' if p=='X' else 'X'
        mm=moves(b,p); om=moves(b,o)
        over=not mm and not om
        out.append(f'STEP = {step}'); out.append(names[p]+(' PASS' if not mm and not over else ''))
        out+= [''.join(r) for r in b]; out.append('')
        if over:
            if first: search(b,p,d,task,'root',d,-INF,INF,log)
            break
        if mm:
            L=log if first else None
            v,m=search(b,p,d,task,'root',d,-INF,INF,L)
            b=play(b,p,m)
        elif first: search(b,p,d,task,'root',d,-INF,INF,log)   # a root without a move is a leaf
        first=False
        p=o;step+=1
    out.append('Game End')
    return out,log
if __name__=='__main__':
    t,d,f=int(sys.argv[1]),int(sys.argv[2]),sys.argv[3]
    o,l=run(t,d,[x.strip() for x in open(f) if x.strip()])
    open(sys.argv[4],'w').write('\n'.join(o)+'\n'); open(sys.argv[5],'w').write('\n'.join(l)+'\n')
