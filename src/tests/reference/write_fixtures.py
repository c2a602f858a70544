#!/usr/bin/env python3
"""Writes with the plain references what the tests compare the program with.

usage: write_fixtures.py [--every N] [--only NAME] FOLDER [SUBJECT...]
       write_fixtures.py --find MISTAKE

FOLDER   where the files go; with `.`, in the root of the repository, the committed files are written anew
SUBJECT  mistakes   fixtures/mistakes.csv and fixtures/mistakes-described.csv, where an assignment's own order of moves or
                    sum of features is taken for another: the last two columns of each, the others say the jobs and are kept
         batch      snapshots/batch/BOARD/: the games of every board in fixtures/
         next       snapshots/next/: the outputs for every input in fixtures/next/
         assignment  fixtures/assignment/*.expected: the files of the described jobs beside them
         All four if none is named.
--every  only the first of each N jobs, and with mistakes only those that write little: for a quick look
--find   prints rows for fixtures/mistakes.csv: the jobs of other rows that write the fewest bytes of those in which this
         mistake shows, at most three for each assignment
--only   only the jobs of this mistake, board, assignment or described job; rows of other mistakes are kept

To add a mistake: write it into mistakes.py, append to fixtures/mistakes.csv the rows that --find prints, and run
`python3 src/tests/reference/write_fixtures.py --only NAME . mistakes`.
"""
import argparse
import csv
import multiprocessing
import pathlib
import sys
import zlib

import assignment
import evaluation
import mistakes
import usc2013
import usc_siblings

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Other spellings of the board in endgame-eight-empties.txt.
SPELLINGS = {'crlf-line-ends', 'no-final-newline', 'bom-trailing-blanks'}
# What a job with mistakes may write to be looked at quickly: some that write more have hundreds of moves in a position.
QUICK_BYTES = 10_000


def lines(words):
    return ''.join(word + '\n' for word in words)


def job_with_mistakes(row):
    """a row of fixtures/mistakes.csv with the size and the checksum of all files that its job writes, one after the other"""
    job, board = mistakes.Job(row['assignment'], row['mistakes']), row['board'].split('/')
    if row['assignment'] == 'usc2013':
        written = ''.join(map(lines, job.batch(int(row['task']), int(row['depth']), board)))
    else:
        task = [row['task']] if row['task'] else []
        written = '\n'.join(job.one_search('\n'.join([*task, row['player'], row['depth'], *board])))
    return with_checksum(row, written)


def with_checksum(row, written):
    return row | {'bytes': len(written), 'crc32': f'{zlib.crc32(written.encode()):08x}'}


def shown(row, mistake):
    """a row with the mistake if it changes what the job writes; nothing otherwise, or if the assignment has no such mistake"""
    try:
        written, right = (job_with_mistakes(row | {'mistakes': name}) for name in (mistake, 'none'))
    except (KeyError, ValueError):
        return None
    return written if written['crc32'] != right['crc32'] else None


def find(mistake):
    """rows for fixtures/mistakes.csv in which the mistake shows"""
    with open(ROOT / 'fixtures/mistakes.csv', newline='') as file:
        rows = [row for row in csv.DictReader(file) if int(row['bytes'] or 0) <= QUICK_BYTES]
    jobs = {tuple(row[name] for name in ('assignment', 'task', 'player', 'depth', 'board')): row for row in rows}
    found = {}
    for row in sorted(jobs.values(), key=lambda row: int(row['bytes'])):
        rows = found.setdefault(row['assignment'], [])
        if len(rows) < 3 and (written := shown(row, mistake)):
            rows.append(written)
    return [','.join(map(str, row.values())) for rows in found.values() for row in rows]


def described_job_with_mistake(row):
    """a row of fixtures/mistakes-described.csv: the job of the assignment that has the wrong order or coefficient itself"""
    kind, *wrong = row['mistake'].split(':')
    order, first = wrong if kind == 'order' else row['order'].split(':')
    terms = evaluation.parse(row['evaluation'])
    if kind != 'order':
        feature, coefficient = wrong if kind == 'wrong-coefficient' else (*wrong, 0)
        terms = [(int(coefficient) if name == feature else own, name) for own, name in terms]
    valued = ' '.join(f'{own:+} {name}' for own, name in terms if own)
    job = assignment.load(f'''
        search = {{ order = "{order}", first = "{first}" }}
        tasks.1 = {{ algorithm = "alphabeta", evaluation = "{valued}" }}
    ''')
    return with_checksum(row, ''.join(assignment.game(job, 1, int(row['depth']), row['board'].replace('/', '\n'))))


def section(name, output):
    """one of several outputs in a snapshot, after a line with its name and length"""
    return f'==== {name}, {len(output)} bytes\n{output}\n'


def games(board, depth):
    """the files of the games of all tasks, by path"""
    outputs = ''
    for task in (1, 2, 3):
        moves, log = usc2013.run(task, depth, (ROOT / f'fixtures/{board}.txt').read_text().split())
        outputs += section(f'-t {task} -d {depth}: moves', lines(moves)) + section(f'-t {task} -d {depth}: log', lines(log))
    return {f'snapshots/batch/{board}/d{depth}.snap.txt': outputs}


def next_boards(assignment):
    """the outputs for all inputs of an assignment, by path"""
    form = assignment.rstrip('a')
    outputs = ''
    for path in sorted((ROOT / 'fixtures/next').glob(f'{form}-*.txt')):
        output = usc_siblings.run(assignment.removeprefix('usc'), path.read_text())
        outputs += section(path.stem.removeprefix(f'{form}-'), '\n'.join(output))
    return {f'snapshots/next/{assignment}.snap.txt': outputs}


def described(name):
    """what a described job writes: its files one after the other"""
    folder = ROOT / 'fixtures/assignment'
    described_by, *arguments = (folder / f'{name}.arguments').read_text().split()
    job = assignment.load((folder / described_by).read_text(), folder / described_by)
    given = dict(zip(arguments[::2], map(int, arguments[1::2])))
    task, depth, source = given.get('-t'), given.get('-d'), (folder / f'{name}.txt').read_text()
    if job['output'] == 'game':
        written = ''.join(assignment.game(job, task, depth, source))
    else:
        written = assignment.next_board(job, source, task, depth)
    return {f'fixtures/assignment/{name}.expected': written}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.partition('usage: ')[2])
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--only')
    parser.add_argument('--find')
    parser.add_argument('folder', type=pathlib.Path, nargs='?')
    parser.add_argument('subjects', nargs='*', default=['mistakes', 'batch', 'next', 'assignment'])
    arguments = parser.parse_args()

    def write(path, text):
        path = arguments.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    boards = sorted({path.stem for path in (ROOT / 'fixtures').glob('*.txt')} - SPELLINGS)
    described_jobs = sorted(path.stem for path in (ROOT / 'fixtures/assignment').glob('*.arguments'))
    jobs = {
        'batch': [(games, (board, depth)) for board in boards for depth in (1, 2, 3, 4)],
        'assignment': [(described, (name,)) for name in described_jobs],
        'next': [(next_boards, (assignment,)) for assignment in ('usc2014', 'usc2017a', 'usc2017')],
    }
    is_chosen = lambda names: arguments.only is None or arguments.only in names
    if arguments.find:
        sys.setrecursionlimit(10000)
        print(lines(find(arguments.find)), end='')
        return
    with multiprocessing.Pool(initializer=sys.setrecursionlimit, initargs=(10000,)) as pool:
        for subject in arguments.subjects:
            if subject == 'mistakes':
                for table, run in ('mistakes', job_with_mistakes), ('mistakes-described', described_job_with_mistake):
                    with open(ROOT / f'fixtures/{table}.csv', newline='') as file:
                        rows = list(csv.DictReader(file))[::arguments.every]
                    if arguments.every > 1:
                        rows = [row for row in rows if int(row['bytes'] or 0) <= QUICK_BYTES]
                    # Two mistakes in one program are joined by a plus.
                    is_of = lambda row: is_chosen(row.get('mistakes', row.get('mistake')).split('+'))
                    renewed = iter(pool.map(run, filter(is_of, rows), chunksize=4))
                    rows = [next(renewed) if is_of(row) else row for row in rows]
                    write(f'fixtures/{table}.csv', lines(','.join(map(str, row)) for row in [rows[0], *(row.values() for row in rows)]))
                continue
            chosen = [(run, job) for run, job in jobs[subject][::arguments.every] if is_chosen(job)]
            running = [pool.apply_async(run, job) for run, job in chosen]
            for files in running:
                for path, text in files.get().items():
                    write(path, text)


if __name__ == '__main__':
    main()
