import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Terminal sizes") struct SizeTests {
    private static let sizes = [(20, 5), (40, 12), (80, 24), (300, 100), (2, 2), (120, 40)]

    @Test("every size is drawn as by --dump") func everySize() throws {
      let session = try TmuxSession()
      try session.wait(for: "Features 44")
      for (columns, rows) in Self.sizes {
        let dumped = try VirgaProgram.run([
          "--feature", "address-autofill", "--dump", "--size", "\(columns)x\(rows)",
        ])
        let frame = dumped.output.split(separator: "\n", omittingEmptySubsequences: false)
          .dropLast()
        try session.resize(columns: columns, rows: rows)
        try session.wait(for: "frame of \(columns)x\(rows)") {
          $0 == frame.map(TmuxSession.trimmed)
        }
      }
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("many quick resizes end in the right frame") func quickResizes() throws {
      let session = try TmuxSession(columns: 100, rows: 30)
      try session.wait(for: "Features 44", "? keys  q quit")
      try session.press("j", "k")
      let before = try session.wait(without: "changes stay in")
      for round in 0..<10 {
        for (columns, rows) in Self.sizes {
          try session.resize(columns: columns - round % 2, rows: rows)
        }
        try session.press("j", "k")
      }
      try session.resize(columns: 100, rows: 30)
      try session.wait(for: "first frame") { $0 == before }
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("a console in a terminal that is too small can be left") func tooSmall() throws {
      let session = try TmuxSession(columns: 20, rows: 5)
      try session.wait(for: "too small: 20x5", "virga needs")
      try session.press("q")
      try session.resize(columns: 100, rows: 30)
      try session.expectLeft(code: 0)
    }
  }
}
