"""Rules of the shelf's games as people say them, over the texts of positions: slow, short, and written without a look
at the fast ones. `children(text)` gives the texts of all positions after one move; `over(text)` the result or None."""

KING = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def put(text, i, letter):
    return text[:i] + letter + text[i + 1 :]


class Isolation:
    def __init__(self, width, height):
        self.width, self.height = width, height

    def near(self, squares, i):
        row, column = divmod(i, self.width)
        places = [(row + down, column + right) for down, right in KING]
        inside = [r * self.width + c for r, c in places if 0 <= r < self.height and 0 <= c < self.width]
        return [i for i in inside if squares[i] == "."]

    def children(self, text):
        squares, mover = text.split(" ")
        if mover.islower():
            other = "B" if mover == "w" else "W"
            return [put(squares, i, "#") + " " + other for i, square in enumerate(squares) if square == "."]
        at = squares.index(mover)
        return [put(put(squares, at, "."), i, mover) + " " + mover.lower() for i in self.near(squares, at)]

    def over(self, text):
        squares, mover = text.split(" ")
        return -1 if mover.isupper() and not self.near(squares, squares.index(mover)) else None


class Pentago:
    LINES = tuple(
        [6 * (r + k * down) + c + k * right for k in range(5)]
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        for r in range(6)
        for c in range(6)
        if 0 <= r + 4 * down < 6 and 0 <= c + 4 * right < 6
    )

    def children(self, text):
        squares, mover = text.split(" ")
        other = "B" if mover == "W" else "W"
        found = []
        for i in range(36):
            if squares[i] == ".":
                for quarter in range(4):
                    rows = [list(put(squares, i, mover)[6 * r : 6 * r + 6]) for r in range(6)]
                    top, left = quarter // 2 * 3, quarter % 2 * 3
                    part = [row[left : left + 3] for row in rows[top : top + 3]]
                    for turned in (
                        [list(line) for line in zip(*part[::-1], strict=True)],
                        [list(line) for line in zip(*part, strict=True)][::-1],
                    ):
                        for k in range(3):
                            rows[top + k][left : left + 3] = turned[k]
                        found.append("".join(map("".join, rows)) + " " + other)
        return found

    def over(self, text):
        squares, mover = text.split(" ")
        fives = {squares[line[0]] for line in self.LINES if len({squares[i] for i in line}) == 1} - {"."}
        if fives:
            return 0 if len(fives) == 2 else 1 if mover in fives else -1
        return 0 if "." not in squares else None


class Quarto:
    LINES = (*([4 * r + c for c in range(4)] for r in range(4)), *([4 * r + c for r in range(4)] for c in range(4)),
             [0, 5, 10, 15], [3, 6, 9, 12])  # fmt: skip

    def children(self, text):
        squares, hand, mover = text.split(" ")
        if hand == "-":
            left = [piece for piece in "0123456789ABCDEF" if piece not in squares]
            return [f"{squares} {piece} {3 - int(mover)}" for piece in left]
        return [f"{put(squares, i, hand)} - {mover}" for i in range(16) if squares[i] == "."]

    def over(self, text):
        squares, hand, _ = text.split(" ")
        for line in self.LINES:
            pieces = [f"{int(squares[i], 16):04b}" for i in line if squares[i] != "."]
            if len(pieces) == 4 and any(len(set(bits)) == 1 for bits in zip(*pieces, strict=True)):
                return 1
        return 0 if "." not in squares and hand == "-" else None


class Morris:
    """Nine men; the text's points are the corners and middles of three squares, in reading order."""

    LINES = ("abc", "def", "ghi", "jkl", "mno", "pqr", "stu", "vwx",
             "ajv", "dks", "glp", "beh", "qtw", "imr", "fnu", "cox")  # fmt: skip

    def __init__(self):
        self.lines = [[ord(letter) - 97 for letter in line] for line in self.LINES]
        self.near = {i: set() for i in range(24)}
        for one, two, three in self.lines:
            for a, b in ((one, two), (two, three)):
                self.near[a].add(b)
                self.near[b].add(a)

    def in_mill(self, points, i):
        return any(i in line and len({points[k] for k in line}) == 1 for line in self.lines)

    def children(self, text):
        points, mover, white, black, clock = text.split(" ")
        own, other = mover.upper(), "B" if mover in "wW" else "W"
        hands = {"W": int(white), "B": int(black)}
        if mover.islower():
            men = [i for i in range(24) if points[i] == other]
            loose = [i for i in men if not self.in_mill(points, i)]
            return [f"{put(points, i, '.')} {other} {white} {black} 0" for i in loose or men]
        free = [i for i in range(24) if points[i] == "."]
        if hands[own]:
            hands[own] -= 1
            after = [(put(points, i, own), i, 0) for i in free]
        else:
            men = [i for i in range(24) if points[i] == own]
            ways = [(i, k) for i in men for k in free if len(men) == 3 or k in self.near[i]]
            after = [(put(put(points, i, "."), k, own), k, int(clock) + 1) for i, k in ways]
        return [
            f"{board} {own.lower() if self.in_mill(board, i) else other} {hands['W']} {hands['B']} {plies}"
            for board, i, plies in after
        ]

    def over(self, text):
        points, mover, white, black, clock = text.split(" ")
        hand = int(white) if mover == "W" else int(black)
        if mover.islower() or hand:
            return None
        if points.count(mover) < 3 or not self.children(text):
            return -1
        return 0 if int(clock) >= 100 else None


class Hounds:
    def steps(self, squares, i, ways):
        row, column = i // 4, 2 * (i % 4) + i // 4 % 2
        places = [(row + down, column + right) for down, right in ways]
        inside = [4 * r + c // 2 for r, c in places if 0 <= r < 8 and 0 <= c < 8]
        return [i for i in inside if squares[i] == "."]

    def children(self, text):
        squares, mover = text.split(" ")
        ways = [(-1, -1), (-1, 1)] if mover == "H" else [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        other = "F" if mover == "H" else "H"
        men = [i for i in range(32) if squares[i] == mover]
        return [f"{put(put(squares, i, '.'), k, mover)} {other}" for i in men for k in self.steps(squares, i, ways)]

    def over(self, text):
        squares, mover = text.split(" ")
        if not self.children(text):
            return -1
        passed = max(i for i in range(32) if squares[i] == "H") // 4 <= squares.index("F") // 4
        return None if not passed else 1 if mover == "F" else -1


class Hex:
    def __init__(self, size):
        self.size = size

    def children(self, text):
        cells, mover = text.split(" ")
        other = "B" if mover == "R" else "R"
        return [f"{put(cells, i, mover)} {other}" for i, cell in enumerate(cells) if cell == "."]

    def over(self, text):
        cells, mover = text.split(" ")
        other = "B" if mover == "R" else "R"
        place = (lambda i: i // self.size) if other == "R" else (lambda i: i % self.size)
        reached = {i for i, cell in enumerate(cells) if cell == other and place(i) == 0}
        waiting = list(reached)
        while waiting:
            row, column = divmod(waiting.pop(), self.size)
            for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
                r, c = row + down, column + right
                i = r * self.size + c
                if 0 <= r < self.size and 0 <= c < self.size and cells[i] == other and i not in reached:
                    reached.add(i)
                    waiting.append(i)
        return -1 if any(place(i) == self.size - 1 for i in reached) else None


class Gomoku:
    def __init__(self, width, height, connect, exact):
        self.width, self.height, self.connect, self.exact = width, height, connect, exact

    def children(self, text):
        squares, mover = text.split(" ")
        other = "O" if mover == "X" else "X"
        return [f"{put(squares, i, mover)} {other}" for i, square in enumerate(squares) if square == "."]

    def rows(self, squares, letter):
        """The lengths of all rows of one letter that cannot be made longer."""
        lengths = []
        for i in range(len(squares)):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if self.at(squares, i, -down, -right) != letter:
                    length, k = 0, i
                    row, column = divmod(i, self.width)
                    while 0 <= row < self.height and 0 <= column < self.width and squares[k] == letter:
                        length, row, column = length + 1, row + down, column + right
                        k = row * self.width + column
                    lengths.append(length)
        return lengths

    def at(self, squares, i, down, right):
        row, column = i // self.width + down, i % self.width + right
        inside = 0 <= row < self.height and 0 <= column < self.width
        return squares[row * self.width + column] if inside else ""

    def over(self, text):
        squares, mover = text.split(" ")
        lengths = self.rows(squares, "O" if mover == "X" else "X")
        if any(length == self.connect or (length > self.connect and not self.exact) for length in lengths):
            return -1
        return 0 if "." not in squares else None
