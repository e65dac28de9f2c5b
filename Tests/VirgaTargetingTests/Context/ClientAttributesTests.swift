import Testing
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Client attributes") struct ClientAttributesTests {
  @Test(
    "language and region come from the locale",
    arguments: [
      TestRow(
        "a language and a region",
        ("en-GB", ExpressionValue.string("en"), ExpressionValue.string("GB"))),
      TestRow("a language alone", ("de", .string("de"), .null)),
      TestRow(
        "the part after the first hyphen is the region",
        ("zh-Hant-TW", .string("zh"), .string("Hant"))),
      TestRow("an underscore separates nothing", ("en_US", .string("en_US"), .null)),
      TestRow("an empty locale", ("", .string(""), .null)),
      TestRow("a region alone", ("-US", .null, .string("US"))),
      TestRow("an empty region", ("sr-", .string("sr"), .null)),
    ] as [TestRow<(String, ExpressionValue, ExpressionValue)>])
  func locale(_ row: TestRow<(String, ExpressionValue, ExpressionValue)>) {
    let (locale, language, region) = row.values
    let attributes = ClientAttributes(application: ["locale": .string(locale)]).assembled(
      at: .epoch)
    #expect(attributes["language"] == language)
    #expect(attributes["region"] == region)
  }

  @Test(
    "days since the installation are counted from its date unless they are given",
    arguments: [
      TestRow("nine days ago", (["installation_date": .integer(86_400_000)], .integer(9))),
      TestRow("a moment ago", (["installation_date": .integer(863_999_999)], .integer(0))),
      TestRow("a date of null", (["installation_date": .null], .integer(0))),
      TestRow("no date", ([:], .integer(0))),
      TestRow(
        "days that are given",
        (["installation_date": .integer(0), "days_since_install": .integer(3)], .integer(3))),
      TestRow("days of null", (["days_since_install": .null], .null)),
      TestRow(
        "days of null override the date",
        (["installation_date": .integer(0), "days_since_install": .null], .null)),
      TestRow(
        "a date that is too early", (["installation_date": .real(-9.223372036854775e21)], .null)),
    ] as [TestRow<([Name: ExpressionValue], ExpressionValue)>])
  func installation(_ row: TestRow<([Name: ExpressionValue], ExpressionValue)>) {
    let (given, days) = row.values
    #expect(
      ClientAttributes(flat: given).assembled(at: Instant(seconds: 864_000))["days_since_install"]
        == days)
  }

  @Test("a later source overrides an earlier one")
  func sourceOrder() {
    let client = ClientAttributes(
      application: ["app_version": .string("1"), "locale": .string("pt-BR")],
      custom: ["app_version": .string("2"), "plan": .string("free"), "language": .string("xx")],
      recorded: [
        "plan": .string("pro"), "region": .string("PT"), "days_since_install": .integer(99),
      ],
      daysSinceInstall: 3, clientID: "id")
    let attributes = client.assembled(at: Instant(seconds: 12))
    #expect(attributes["app_version"] == .string("2"))
    #expect(attributes["plan"] == .string("pro"))
    #expect(attributes["language"] == .string("pt"))
    #expect(attributes["region"] == .string("PT"))
    #expect(attributes["days_since_install"] == .integer(3))
    #expect(attributes["current_date"] == .integer(12))
    #expect(attributes["nimbus_id"] == .string("id"))
  }

  @Test("an attribute of every app is null, not undefined")
  func nullAttributes() {
    let attributes = ClientAttributes().assembled(at: .epoch)
    #expect(ClientAttributes.applicationNames.allSatisfy { attributes[$0] == .null })
    #expect(attributes["is_first_run"] == nil)
  }

  @Test("attributes of a flat object apply as written")
  func flatObject() {
    let client = ClientAttributes(flat: [
      "locale": .string("en-GB"), "language": .string("de"), "days_since_install": .integer(6),
      "nimbus_id": .string("id"), "is_first_run": .boolean(true),
    ])
    let attributes = client.assembled(at: .epoch)
    #expect(attributes["language"] == .string("de"))
    #expect(attributes["region"] == .string("GB"))
    #expect(attributes["days_since_install"] == .integer(6))
    #expect(client.clientID == "id")
    #expect(attributes["is_first_run"] == .boolean(true))
  }
}
