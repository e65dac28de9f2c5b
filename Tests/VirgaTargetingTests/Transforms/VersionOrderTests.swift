import Testing
import VirgaTargeting
import VirgaTestSupport

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
    "a mark places a version before or after others",
    arguments: [
      TestRow("an update is after !", ("121.0.1", "121.!", 1)),
      TestRow("a release is after !", ("121.0", "121.!", 1)),
      TestRow("an earlier version is before !", ("120.9", "121.!", -1)),
      TestRow("a preview is after !", ("121.0a1", "121.!", 1)),
      TestRow("an update is before *", ("120.5", "120.*", -1)),
      TestRow("the next version is after *", ("121.0", "120.*", 1)),
      TestRow("* is after the largest number", ("*", "2147483646", 1)),
      TestRow("an empty version is 0", ("", "0", 0)),
      TestRow("a part with a text is a preview", ("1-beta", "1", -1)),
      TestRow("parts are numbers", ("1.10", "1.9", 1)),
      TestRow("+ is the preview of the next number", ("2+", "3pre", 0)),
    ] as [TestRow<(String, String, Int64)>])
  func marks(_ row: TestRow<(String, String, Int64)>) throws {
    let (left, right, order) = row.values
    #expect(try VersionOrder.compare(left, right) == order)
  }

  @Test(
    "a version that breaks the rules is an error",
    arguments: ["9999999999", "2147483648", "2147483647+", "1.ü", "1a99999999999"])
  func invalidVersions(_ version: String) {
    #expect(throws: EvaluationError.self) { try VersionOrder.compare(version, "1") }
  }
}
