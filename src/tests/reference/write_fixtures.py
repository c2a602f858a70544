#!/usr/bin/env python3
"""Writes with the plain references what the tests compare the program with.

usage: write_fixtures.py [--every N] FOLDER [SUBJECT...]

FOLDER   where the files go; with `.`, in the root of the repository, the committed files are written anew
SUBJECT  mistakes   fixtures/mistakes.csv and fixtures/mistakes-described.csv, where an assignment's own order of moves or
                    sum of features is taken for another: the last two columns of each, the others say the jobs and are kept
         batch      snapshots/batch/BOARD/: the games of every board in fixtures/
         next       snapshots/next/: the outputs for every input in fixtures/next/
         assignment  fixtures/assignment/*.expected: the files of the described jobs beside them
         All four if none is named.
--every  only the first of each N jobs, and with mistakes only those that write little: for a quick look

To add a mistake: write it into mistakes.py, append to fixtures/mistakes.csv a row (with two empty cells at its end) for
every assignment that it can be made in, and run `python3 src/tests/reference/write_fixtures.py . mistakes`.
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


def game(job):
    """the files of a game, by path"""
    board, task, depth = job
    moves, log = usc2013.run(task, depth, (ROOT / f'fixtures/{board}.txt').read_text().split())
    start = f'snapshots/batch/{board}/t{task}-d{depth}-'
    return {f'{start}moves.snap.txt': lines(moves), f'{start}log.snap.txt': lines(log)}


def next_board(job):
    """the output for an input, by path"""
    assignment, name = job
    form = 'usc2014' if assignment == '2014' else 'usc2017'
    output = usc_siblings.run(assignment, (ROOT / f'fixtures/next/{form}-{name}.txt').read_text())
    return {f'snapshots/next/usc{assignment}-{name}.snap.txt': '\n'.join(output)}


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
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('subjects', nargs='*', default=['mistakes', 'batch', 'next', 'assignment'])
    arguments = parser.parse_args()

    def write(path, text):
        path = arguments.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    boards = sorted({path.stem for path in (ROOT / 'fixtures').glob('*.txt')} - SPELLINGS)
    inputs = sorted(path.stem.split('-', 1) for path in (ROOT / 'fixtures/next').glob('*.txt'))
    forms = {'usc2014': ['2014'], 'usc2017': ['2017a', '2017']}
    jobs = {
        'batch': [(game, (board, task, depth)) for board in boards for task in (1, 2, 3) for depth in (1, 2, 3, 4)],
        'assignment': [(described, path.stem) for path in sorted((ROOT / 'fixtures/assignment').glob('*.arguments'))],
        'next': [(next_board, (assignment, name)) for form, name in inputs for assignment in forms[form]],
    }
    with multiprocessing.Pool(initializer=sys.setrecursionlimit, initargs=(10000,)) as pool:
        for subject in arguments.subjects:
            if subject == 'mistakes':
                for table, run in ('mistakes', job_with_mistakes), ('mistakes-described', described_job_with_mistake):
                    with open(ROOT / f'fixtures/{table}.csv', newline='') as file:
                        rows = list(csv.DictReader(file))[::arguments.every]
                    if arguments.every > 1:
                        rows = [row for row in rows if int(row['bytes'] or 0) <= QUICK_BYTES]
                    rows = pool.map(run, rows, chunksize=4)
                    write(f'fixtures/{table}.csv', lines(','.join(map(str, row)) for row in [rows[0], *(row.values() for row in rows)]))
                continue
            running = [pool.apply_async(run, (job,)) for run, job in jobs[subject][::arguments.every]]
            for files in running:
                for path, text in files.get().items():
                    write(path, text)


if __name__ == '__main__':
    main()
