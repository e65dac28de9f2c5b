import Testing
import VirgaTargeting

@Suite("Version order") struct VersionOrderTests {
  static let ascending: [[String]] = [
    ["1.-1"], ["1.0pre1"], ["1.0pre2"], ["1", "1.", "1.0", "1.0.0", "1.0.0.0"],
    ["1.1pre", "1.1pre0", "1.0+"], ["1.1pre1a"], ["1.1pre1"], ["1.1pre10a"], ["1.1pre10"],
  ]

  static let pairs = ascending.dropFirst().indices.flatMap { later in
    ascending[..<later].indices.dropFirst().flatMap { earlier in
      ascending[earlier].flatMap { left in ascending[later].map { (left, $0) } }
    }
  }

  @Test("an earlier version is less", arguments: pairs)
  func ordering(_ earlier: String, _ later: String) throws {
    #expect(try VersionOrder.compare(earlier, later) == -1)
    #expect(try VersionOrder.compare(later, earlier) == 1)
  }

  @Test("different spellings of a version are equal", arguments: ascending)
  func equalVersions(_ spellings: [String]) throws {
    for spelling in spellings {
      #expect(try VersionOrder.compare(spellings[0], spelling) == 0)
    }
  }

  @Test(
    "the marks for before and after work",
    arguments: [
      ("121.0.1", "121.!", 1), ("121.0", "121.!", 1), ("120.9", "121.!", -1),
      ("121.0a1", "121.!", 1),
      ("120.5", "120.*", -1), ("121.0", "120.*", 1), ("*", "2147483646", 1), ("", "0", 0),
      ("1-beta", "1", -1),
      ("1.10", "1.9", 1), ("2+", "3pre", 0),
    ])
  func marks(_ left: String, _ right: String, _ order: Int64) throws {
    #expect(try VersionOrder.compare(left, right) == order)
  }

  @Test(
    "a version that breaks the rules is an error",
    arguments: ["9999999999", "2147483648", "2147483647+", "1.ü", "1a99999999999"])
  func invalidVersions(_ version: String) {
    #expect(throws: EvaluationError.self) { try VersionOrder.compare(version, "1") }
  }
}
